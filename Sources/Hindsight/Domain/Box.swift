/// Where a goal lies; every goal lies in exactly one box.
public enum Box: String, CaseIterable, Sendable, Codable {
    /// 보관함: put away, because its end date passed.
    case stored
    /// 채움함: being worked on.
    case active
    /// 완료함: done; it has its jewel and can be reviewed.
    case completed
}
