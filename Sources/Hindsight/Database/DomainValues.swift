import GRDB

// Domain values that are one column each.
extension GoalID: DatabaseValueConvertible {}
extension AccountID: DatabaseValueConvertible {}
extension Box: DatabaseValueConvertible {}
extension Jewel.Color: DatabaseValueConvertible {}
extension Jewel.Shape: DatabaseValueConvertible {}
extension Language: DatabaseValueConvertible {}
extension Level: DatabaseValueConvertible {}
extension ReviewStyle: DatabaseValueConvertible {}

extension CalendarDate: DatabaseValueConvertible {
    /// ISO 8601 text, which sorts as the days do.
    public var databaseValue: DatabaseValue { description.databaseValue }

    public static func fromDatabaseValue(_ value: DatabaseValue) -> CalendarDate? {
        String.fromDatabaseValue(value).flatMap { CalendarDate($0) }
    }
}
