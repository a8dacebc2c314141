import GRDB
import HindsightDomain
import Live
import LiveSQLite

// Domain values that take one column each.
extension GoalID: DatabaseValueConvertible {}
extension StepID: DatabaseValueConvertible {}
extension AccountID: DatabaseValueConvertible {}
extension InvitationID: DatabaseValueConvertible {}
extension FollowID: DatabaseValueConvertible {}
extension Box: DatabaseValueConvertible {}
extension Celebration: DatabaseValueConvertible {}
extension Jewel.Color: DatabaseValueConvertible {}
extension Jewel.Shape: DatabaseValueConvertible {}
extension PageVisibility: DatabaseValueConvertible {}
extension SharedPart: DatabaseValueConvertible {}
extension Language: DatabaseValueConvertible {}
extension Theme: DatabaseValueConvertible {}
extension TimeZoneID: DatabaseValueConvertible {}
extension Level: DatabaseValueConvertible {}
extension ReviewStyle: DatabaseValueConvertible {}
extension DraftField: DatabaseValueConvertible {}

extension CalendarDate: DatabaseValueConvertible {
    /// ISO 8601 text, which sorts as the days do.
    package var databaseValue: DatabaseValue { description.databaseValue }

    /// Reads ISO 8601 text; nil for any other value.
    package static func fromDatabaseValue(_ value: DatabaseValue) -> CalendarDate? {
        String.fromDatabaseValue(value).flatMap { CalendarDate($0) }
    }
}
