extension Node {
    /// Returns all elements that match a selector and, if a text is given, whose text equals it; if none does, those
    /// whose text contains it.
    ///
    /// - Throws: ``TestBrowser/Failure/noSelector(_:)``.
    func all(_ selector: String, text: String?) throws -> [Node] {
        guard let pattern = Selector(selector) else { throw TestBrowser.Failure.noSelector(selector) }
        let found = descendants.filter { pattern.matches($0) }
        guard let text else { return found }
        // An exact match is preferred to a part of a longer text.
        let exact = found.filter { $0.text == text }
        return exact.isEmpty ? found.filter { $0.text.contains(text) } : exact
    }

    /// Returns the only element that matches a selector and a text.
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

    /// Returns the field that a label belongs to.
    func field(label: String) throws -> Node {
        let element = try one("label", text: label)
        let field =
            element["for"].flatMap { id in descendants.first { $0.id == id } }
            ?? element.descendants.first { $0.isField }
        guard let field else { throw TestBrowser.Failure.notUsable(element.summary, "it labels no field") }
        return field
    }

    /// A listing of the elements that a visitor can use or read on the page, at most 40, for a message.
    private var outline: String {
        let usable: Set = ["a", "button", "form", "input", "select", "textarea", "label", "h1"]
        let shown = descendants.filter { usable.contains($0.name) || !$0.id.isEmpty || $0["data-output"] != nil }
        return shown.prefix(40).map { "  " + $0.summary }.joined(separator: "\n") + (shown.count > 40 ? "\n  …" : "")
    }

    /// The opening tag and the first 40 characters of the text.
    var summary: String {
        text.isEmpty ? tag : "\(tag)\(text.prefix(40))\(text.count > 40 ? "…" : "")"
    }
}

extension TestBrowser {
    /// A snapshot of an element.
    public struct Element: Sendable, Equatable {
        /// The element's name, such as `li`.
        public let name: String
        /// Its attributes.
        public let attributes: [String: String]
        /// Its text as it is displayed: white space collapsed.
        public let text: String
        /// Its text as it is written, white space included.
        public let textContent: String
        /// Its content as markup.
        public let html: String
        /// The current value of the field; empty for elements that have none.
        public let value: String
        /// Whether the radio button or the checkbox is checked.
        public let isChecked: Bool
        /// Whether it is disabled.
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

        /// Value of an attribute; nil when the element doesn't have it.
        public subscript(attribute: String) -> String? { attributes[attribute] }
    }

    /// An error of a test's use of the browser.
    public enum Failure: Error, Equatable, CustomStringConvertible {
        /// This number of streams, slots and subscriptions of the page are still alive after its end.
        case leaked(Int)
        /// No element of the page matches.
        case notFound(String, page: String)
        /// Several elements match.
        case ambiguous(String, found: [String])
        /// The element is there and can't be used in this way.
        case notUsable(String, String)
        /// The text is not a selector, or uses parts of CSS that are not supported here.
        case noSelector(String)
        /// The session has refused the input: it no longer offers it, or the value is invalid.
        case refused(input: String, value: String)
        /// The value is larger than the input or its page accepts.
        case tooLarge(input: String)
        /// The screen is a different one from the page's, so the page can't be restored from it.
        case anotherScreen(String)
        /// There is no session: it has ended, or the answer was a redirect.
        case ended
        /// The content of the page can't be read now; the page keeps the content that it has.
        case unreadable

        /// A description of the problem, with the elements on the page where that helps.
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
            case .unreadable: "The content of the page can't be read now"
            }
        }
    }
}
