/// Readers of markup that was written by the server, as far as tests need them. They work on bytes: a combining
/// character behind a `>` is text.
extension String {
    /// What stands between two texts, the first time; nil when it isn't there.
    public func between(_ start: String, _ end: String) -> String? { all(between: start, end, limit: 1).first }

    /// What stands between two texts, each time.
    public func all(between start: String, _ end: String, limit: Int = .max) -> [String] {
        let bytes = Array(utf8)
        var found: [String] = []
        var index = 0
        while found.count < limit, let from = bytes.find(Array(start.utf8), from: index),
            let to = bytes.find(Array(end.utf8), from: from + start.utf8.count)
        {
            found.append(String(decoding: bytes[(from + start.utf8.count)..<to], as: UTF8.self))
            index = to + end.utf8.count
        }
        return found
    }

    /// The value of the first attribute of that name.
    public func value(of attribute: String) -> String? { between(" \(attribute)=\"", "\"")?.unescaped }

    /// The text that markup without elements stands for.
    public var unescaped: String {
        guard utf8.contains(UInt8(ascii: "&")) else { return self }
        var text = self
        let references = [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#13;", "\r"), ("&amp;", "&"),
        ]
        for (reference, character) in references { text = text.replacing(reference, with: character) }
        return text
    }
}

extension [UInt8] {
    fileprivate func find(_ part: [UInt8], from start: Int) -> Int? {
        guard let first = part.first else { return start <= count ? start : nil }
        var index = start
        while index <= count - part.count {
            guard let next = self[index...(count - part.count)].firstIndex(of: first) else { return nil }
            if self[next...].starts(with: part) { return next }
            index = next + 1
        }
        return nil
    }
}
