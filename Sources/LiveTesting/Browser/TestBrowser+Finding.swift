extension Node {
    /// All elements that a selector means, and whose text has that piece in it.
    ///
    /// - Throws: ``TestBrowser/Failure/noSelector(_:)``.
    func all(_ selector: String, text: String?) throws -> [Node] {
        guard let pattern = Selector(selector) else { throw TestBrowser.Failure.noSelector(selector) }
        let found = descendants.filter { pattern.matches($0) }
        guard let text else { return found }
        // The whole text is meant rather than a piece of a longer one.
        let exact = found.filter { $0.text == text }
        return exact.isEmpty ? found.filter { $0.text.contains(text) } : exact
    }

    /// The one element that a selector means.
    ///
    /// - Throws: ``TestBrowser/Failure`` when there is none or more than one.
    func one(_ selector: String, text: String?) throws -> Node {
        let found = try all(selector, text: text)
        let wanted = text.map { "\(selector) with the text “\($0)”" } ?? selector
        guard let first = found.first else {
            throw TestBrowser.Failure.notFound(wanted, page: outline)
        }
        guard found.count == 1 else {
            throw TestBrowser.Failure.ambiguous(wanted, found: found.map(\.summary))
        }
        return first
    }

    /// The field that a label names.
    func field(label: String) throws -> Node {
        let element = try one("label", text: label)
        let field =
            element["for"].flatMap { id in descendants.first { $0.id == id } }
            ?? element.descendants.first { $0.isField }
        guard let field else { throw TestBrowser.Failure.notUsable(element.summary, "it labels no field") }
        return field
    }

    /// What a visitor can use or read on the page, for a message.
    private var outline: String {
        let usable: Set = ["a", "button", "form", "input", "select", "textarea", "label", "h1"]
        let shown = descendants.filter { usable.contains($0.name) || !$0.id.isEmpty || $0["data-output"] != nil }
        return shown.prefix(40).map { "  " + $0.summary }.joined(separator: "\n") + (shown.count > 40 ? "\n  …" : "")
    }

    /// The opening tag and the beginning of the text.
    var summary: String {
        text.isEmpty ? tag : "\(tag)\(text.prefix(40))\(text.count > 40 ? "…" : "")"
    }
}

extension TestBrowser {
    /// An element as it is at this moment.
    public struct Element: Sendable, Equatable {
        /// The element's name, such as `li`.
        public let name: String
        /// Its attributes.
        public let attributes: [String: String]
        /// Its text as it is seen: white space folded.
        public let text: String
        /// Its text as it is written.
        public let textContent: String
        /// Its content as markup.
        public let html: String
        /// What the field holds now; empty for what is no field.
        public let value: String
        /// Whether the radio button or the checkbox is chosen.
        public let isChecked: Bool
        /// Whether it can't be used.
        public let isDisabled: Bool

        init(_ node: Node) {
            name = node.name
            attributes = Dictionary(node.attributes.map { ($0.name, $0.value) }) { first, _ in first }
            text = node.text
            textContent = node.textContent
            html = node.html
            value = node.isField || node.name == "input" || node.name == "option" ? node.value : ""
            isChecked = node.isChecked
            isDisabled = node.isDisabled
        }

        /// Its `id`; empty when it has none.
        public var id: String { attributes["id"] ?? "" }

        /// The value of an attribute; nil when it doesn't have it.
        public subscript(attribute: String) -> String? { attributes[attribute] }
    }

    /// What can go wrong for a test itself.
    public enum Failure: Error, Equatable, CustomStringConvertible {
        /// So many streams, slots and subscriptions of the page live on after its end.
        case leaked(Int)
        /// No element on the page is what was looked for.
        case notFound(String, page: String)
        /// Several elements are what was looked for.
        case ambiguous(String, found: [String])
        /// The element is there and can't be used like that.
        case notUsable(String, String)
        /// The text is no selector, or more of one than is understood.
        case noSelector(String)
        /// The session has refused the input: it doesn't offer it any more, or the value means nothing.
        case refused(input: String, value: String)
        /// The input has a larger value than it, or its page, takes.
        case tooLarge(input: String)
        /// The screen is another one than the page was, so it can't be taken up.
        case anotherScreen(String)
        /// There is no session: it has ended, or the answer was a redirect.
        case ended

        /// What went wrong, and what is on the page.
        public var description: String {
            switch self {
            case .leaked(let count): "\(count) parts of the page live on after its end"
            case .notFound(let wanted, let page): "Nothing on the page is \(wanted). There are:\n\(page)"
            case .ambiguous(let wanted, let found):
                "\(found.count) elements are \(wanted):\n" + found.prefix(10).map { "  \($0)" }.joined(separator: "\n")
            case .notUsable(let element, let reason): "\(element): \(reason)"
            case .noSelector(let text): "“\(text)” is no selector that is understood here"
            case .refused(let input, let value):
                "The page does not take the input \(input) with the value “\(value)” now"
            case .tooLarge(let input): "The value of the input \(input) is too large"
            case .anotherScreen(let variant): "The page was another screen: \(variant)"
            case .ended: "There is no session"
            }
        }
    }
}
