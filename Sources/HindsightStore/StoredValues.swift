import HindsightDomain
import Live
import LiveSQL

// Domain values that take one column each.
extension GoalID: SQLValue {}
extension StepID: SQLValue {}
extension AccountID: SQLValue {}
extension InvitationID: SQLValue {}
extension FollowID: SQLValue {}
extension Box: SQLValue {}
extension Celebration: SQLValue {}
extension Jewel.Color: SQLValue {}
extension Jewel.Shape: SQLValue {}
extension PageVisibility: SQLValue {}
extension SharedPart: SQLValue {}
extension Language: SQLValue {}
extension Theme: SQLValue {}
extension TimeZoneID: SQLValue {}
extension Level: SQLValue {}
extension ReviewStyle: SQLValue {}
extension DraftField: SQLValue {}

extension CalendarDate: SQLValue {
    /// ISO 8601 text, which sorts as the days do.
    package var datum: SQLDatum { .text(description) }

    /// Reads ISO 8601 text; nil for any other value.
    package init?(datum: SQLDatum) {
        guard let text = String(datum: datum) else { return nil }
        self.init(text)
    }
}
