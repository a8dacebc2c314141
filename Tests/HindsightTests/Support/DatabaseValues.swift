import GRDB
import HindsightDomain
import LiveSQL

// The values that tests write into the database and read from it beside a store.
extension AccountID: DatabaseValueConvertible {}
extension GoalID: DatabaseValueConvertible {}
extension StepID: DatabaseValueConvertible {}
