/// The part of CSS selectors that a test needs: names, `#id`, `.class`, `[attribute]`, `[attribute=value]`, and
/// descendants, `ol.goals li`.
struct Selector {
    /// The conditions for a single element.
    private struct Compound {
        var name: String?
        var conditions: [(attribute: String, test: Test)] = []

        enum Test {
            case exists
            case equals(String)
            /// The attribute contains this word.
            case hasWord(String)
        }

        func matches(_ node: Node) -> Bool {
            guard name == nil || name == node.name else { return false }
            return conditions.allSatisfy { attribute, test in
                guard let value = node[attribute] else { return false }
                return switch test {
                case .exists: true
                case .equals(let other): value == other
                case .hasWord(let word): value.split(whereSeparator: \.isWhitespace).contains { $0 == word }
                }
            }
        }
    }

    /// Conditions for the ancestors, outermost first, and last for the element itself.
    private var compounds: [Compound] = []

    /// Parses a selector; nil if the text is invalid or uses parts that are not supported here.
    init?(_ text: String) {
        var rest = text[...]
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard !rest.isEmpty else { break }
            guard let compound = Self.takeCompound(&rest) else { return nil }
            compounds.append(compound)
        }
        guard !compounds.isEmpty else { return nil }
    }

    func matches(_ node: Node) -> Bool {
        guard let own = compounds.last, own.matches(node) else { return false }
        var outer = compounds.dropLast()
        // The nearest matching ancestor is as good as any further out, since only descent is tested.
        for ancestor in node.lineage.dropFirst() {
            guard let next = outer.last else { break }
            if next.matches(ancestor) { outer.removeLast() }
        }
        return outer.isEmpty
    }

    private static func takeCompound(_ rest: inout Substring) -> Compound? {
        var compound = Compound()
        let start = rest.startIndex
        if rest.first == "*" {
            rest.removeFirst()
        } else if let name = takeName(&rest) {
            compound.name = name.lowercased()
        }
        while let mark = rest.first, !mark.isWhitespace {
            rest.removeFirst()
            switch mark {
            case "#", ".":
                guard let name = takeName(&rest) else { return nil }
                compound.conditions.append(mark == "#" ? ("id", .equals(name)) : ("class", .hasWord(name)))
            case "[":
                guard let condition = takeAttribute(&rest) else { return nil }
                compound.conditions.append(condition)
            default: return nil
            }
        }
        return rest.startIndex > start ? compound : nil
    }

    /// Reads the text after `[`, the `]` included.
    private static func takeAttribute(_ rest: inout Substring) -> (attribute: String, test: Compound.Test)? {
        guard let name = takeName(&rest), let mark = rest.popFirst() else { return nil }
        if mark == "]" { return (name, .exists) }
        guard mark == "=", let first = rest.first else { return nil }
        let value: Substring
        if first == "'" || first == "\"" {
            rest.removeFirst()
            guard let end = rest.firstIndex(of: first) else { return nil }
            value = rest[..<end]
            rest = rest[rest.index(after: end)...]
        } else {
            value = rest.prefix { $0 != "]" }
            rest = rest.dropFirst(value.count)
        }
        guard rest.popFirst() == "]" else { return nil }
        return (name, .equals(String(value)))
    }

    private static func takeName(_ rest: inout Substring) -> String? {
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        rest = rest[name.endIndex...]
        return name.isEmpty ? nil : String(name)
    }
}
