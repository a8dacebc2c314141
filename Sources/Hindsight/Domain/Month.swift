/// A month of a year.
struct Month: Hashable, Sendable {
    // Three bytes together: an open list of goals keeps one a row.
    private let storedYear: Int16
    private let storedMonth: Int8

    /// 1000 to 9999.
    var year: Int { Int(storedYear) }
    /// 1 to 12.
    var month: Int { Int(storedMonth) }

    /// The month that a day is of.
    init(of day: CalendarDate) {
        storedYear = Int16(clamping: day.year)
        storedMonth = Int8(clamping: day.month)
    }
}
