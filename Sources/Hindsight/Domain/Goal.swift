/// Something a person set out to do between two days.
///
/// The owner is not part of it: whoever reads a goal has named its owner, since every query is scoped by one. What only
/// a completed goal has is in ``CompletedGoal``.
public struct Goal: Hashable, Sendable, Identifiable {
    public let id: GoalID
    /// 1 to 60 characters; see ``GoalTitle``.
    public var title: String
    /// Never after ``endDate``.
    public var startDate: CalendarDate
    public var endDate: CalendarDate
    public var box: Box
    public var reminderEnabled: Bool

    public init(
        id: GoalID,
        title: String,
        startDate: CalendarDate,
        endDate: CalendarDate,
        box: Box,
        reminderEnabled: Bool = false
    ) {
        self.id = id
        self.title = title
        self.startDate = startDate
        self.endDate = endDate
        self.box = box
        self.reminderEnabled = reminderEnabled
    }
}
