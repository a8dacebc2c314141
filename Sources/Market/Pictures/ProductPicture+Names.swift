extension ProductPicture {
    /// The name of the file of the same picture in the size that lists show.
    package var smallFile: String { "\(file.dropLast(Self.suffix.count))-small\(Self.suffix)" }

    /// The picture in a file of the server's making, from its name alone: a form sends that.
    ///
    /// - Returns: nil when the server would not give this name. There need not be such a file.
    package init?(file: String) {
        guard let match = file.wholeMatch(of: /[0-9a-f]{32}-([0-9]{1,5})x([0-9]{1,5})\.jpg/),
            let width = Int(match.1), let height = Int(match.2)
        else { return nil }
        self.init(file: file, width: width, height: height)
    }

    /// A picture with a name that no other has.
    ///
    /// - Returns: nil for a size that no picture has.
    static func make(width: Int, height: Int) -> ProductPicture? {
        var random = SystemRandomNumberGenerator()
        let digits = (0..<32).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16) }.joined()
        return ProductPicture(file: "\(digits)-\(width)x\(height)\(suffix)", width: width, height: height)
    }

    private static let suffix = ".jpg"
}
