/// The options of a `<select>`, written once for all pages: nothing in them differs but which one is selected.
///
/// ```swift
/// static let sizes = Options([("s", "Small"), ("l", "Large")])
///
/// "<select \(input.size, select: "size")>\(input.size, options: Self.sizes, selected: "s")</select>"
/// ```
public struct Options: Sendable {
    private var bytes: [UInt8] = []
    /// Number of bytes before the end of each option's start tag, by its value.
    private var places: [String: Int] = [:]

    /// - Parameter options: the values and the words that are shown for them, of those with the same value the last one can
    ///   be selected.
    public init(_ options: [(value: String, words: String)] = []) { add(options) }

    /// Appends a group of options.
    ///
    /// - Parameters:
    ///   - label: the label of the group.
    ///   - options: the values and the words that are shown for them.
    public mutating func addGroup(_ label: String, _ options: [(value: String, words: String)]) {
        bytes += ("<optgroup label=\"\(label)\">" as HTML).bytes
        add(options)
        bytes.append("</optgroup>")
    }

    private mutating func add(_ options: [(value: String, words: String)]) {
        for (value, words) in options {
            bytes += ("<option value=\"\(value)\"" as HTML).bytes
            places[value] = bytes.count
            bytes += (">\(words)</option>" as HTML).bytes
        }
    }

    /// Appends the markup to other markup.
    ///
    /// - Parameter value: the value of the option that is selected.
    func write(selected value: String, into markup: inout [UInt8]) {
        let place = places[value]
        markup += bytes[..<(place ?? 0)]
        if place != nil { markup.append(" selected") }
        markup += bytes[(place ?? 0)...]
    }
}
