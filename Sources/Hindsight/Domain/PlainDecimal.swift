/// The number that `text` writes in the one way this app writes ids: ASCII digits, no sign, no leading zero, 1 to
/// `Int64.max`.
///
/// One spelling per id keeps addresses canonical. `Int64.init` would also take "+7" and "007".
func plainDecimal(_ text: some StringProtocol) -> Int64? {
    var number: Int64 = 0
    for (index, byte) in text.utf8.enumerated() {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        let digit = Int64(byte - UInt8(ascii: "0"))
        if index == 0, digit == 0 { return nil }
        let (tens, tooBig) = number.multipliedReportingOverflow(by: 10)
        let (sum, stillTooBig) = tens.addingReportingOverflow(digit)
        guard !tooBig, !stillTooBig else { return nil }
        number = sum
    }
    return number > 0 ? number : nil
}
