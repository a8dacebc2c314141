/// Limits of an ``UploadFolder``. They hold before a file is stored, so that nobody can fill the disk, nor take all places.
///
/// A group is an IPv4 address or an IPv6 network of /64: a visitor without an account can be any number of visitors, but
/// comes from one group. Clients whose address says nothing, behind a proxy that doesn't forward it, are in no group.
public struct UploadLimits: Sendable {
    /// Size of a file in bytes, whatever its field takes.
    public var bytesPerFile = 10 << 20
    /// Number of files of one owner that wait.
    public var filesPerOwner = 20
    /// Bytes of these.
    public var bytesPerOwner = 200 << 20
    /// Number of files of one group that wait.
    public var filesPerGroup = 500
    /// Number of files that one owner can begin to send in an hour.
    public var filesPerHour = 400
    /// Number of files that one group can begin to send in an hour.
    public var filesPerHourOfGroup = 2000
    /// Bytes of the files of one group that wait.
    public var bytesPerGroup = 1 << 30
    /// Number of files in the folder.
    public var files = 20_000
    /// Bytes of all files in the folder.
    public var bytes = 4 << 30
    /// Number of requests that send files at the same time.
    public var transfers = 128
    /// Number of these of one group.
    public var transfersPerGroup = 8
    /// Time in which a request has to bring ``bytesPerWindow``; one that is slower is ended.
    public var window = Duration.seconds(20)
    /// Bytes that a request has to bring in each ``window``.
    public var bytesPerWindow = 16 << 10
    /// Time after which a file is deleted that no open page names.
    public var untilForgotten = Duration.seconds(3600)
    /// Time after it was sent at which a file is deleted that was there when the server started, and that no page has named
    /// since; ``untilForgotten`` after the start at the earliest.
    public var untilForgottenAfterRestart = Duration.seconds(24 * 3600)

    /// Creates the default limits; each can be set.
    public init() {}
}
