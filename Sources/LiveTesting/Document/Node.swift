/// An element or a text of a document that is in use: patches change it, and a field remembers the text typed into it.
final class Node {
    /// The element's name; empty for a text node and for the document itself.
    let name: String
    /// Attributes in the order in which they are written, entities resolved.
    var attributes: [(name: String, value: String)] = []
    /// Text of a text node.
    var characters = ""
    private(set) var children: [Node] = []
    private(set) weak var parent: Node?
    /// The text typed into the field, or its chosen option; nil while it is as written.
    var typed: String?
    /// Whether the radio button or the checkbox is checked; nil while it is as written.
    var chosen: Bool?

    init(_ name: String) {
        self.name = name
    }

    convenience init(text: String) {
        self.init("")
        characters = text
    }

    // MARK: Reading

    subscript(attribute: String) -> String? { attributes.first { $0.name == attribute }?.value }

    /// Sets an attribute, or removes it if the value is nil.
    func set(_ attribute: String, _ value: String?) {
        attributes.removeAll { $0.name == attribute }
        if let value { attributes.append((attribute, value)) }
    }

    var id: String { self["id"] ?? "" }

    /// All elements inside it, in the order of the document.
    var descendants: [Node] {
        children.flatMap { $0.name.isEmpty ? [] : [$0] + $0.descendants }
    }

    /// The child elements.
    var elements: [Node] { children.filter { !$0.name.isEmpty } }

    /// This element and its ancestors, from the inside out.
    var lineage: [Node] {
        var lineage: [Node] = []
        var next: Node? = self
        while let node = next, !node.name.isEmpty {
            lineage.append(node)
            next = node.parent
        }
        return lineage
    }

    /// All text inside it as it is written.
    var textContent: String {
        children.map { $0.name.isEmpty ? $0.characters : $0.textContent }.joined()
    }

    /// The text as it is displayed: white space collapsed, with a blank around elements that are not inline.
    var text: String {
        var text = ""
        appendText(to: &text)
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func appendText(to text: inout String) {
        for child in children {
            if child.name.isEmpty {
                text += child.characters
            } else if !["script", "style", "template"].contains(child.name) {
                let isInline = Self.inline.contains(child.name)
                if !isInline { text += " " }
                child.appendText(to: &text)
                if !isInline { text += " " }
            }
        }
    }

    private static let inline: Set<String> = [
        "a", "abbr", "b", "cite", "code", "em", "i", "kbd", "mark", "q", "s", "small", "span", "strong", "sub", "sup",
        "time", "u",
    ]

    /// Elements without content and end tag.
    static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]

    /// The opening tag.
    var tag: String {
        "<" + name
            + attributes.map { " \($0.name)" + ($0.value.isEmpty ? "" : "=\"\(Self.escaped($0.value))\"") }.joined()
            + ">"
    }

    /// Its content as markup.
    var html: String {
        children.map { child in
            if child.name.isEmpty { return Self.escaped(child.characters) }
            return child.tag + (Self.void.contains(child.name) ? "" : child.html + "</\(child.name)>")
        }.joined()
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }

    // MARK: Fields

    /// Whether it is a form field that a visitor can fill in, choices included.
    var isField: Bool { ["textarea", "select"].contains(name) || (name == "input" && self["type"] != "hidden") }

    var isChoice: Bool { name == "input" && ["radio", "checkbox"].contains(self["type"] ?? "") }

    var isChecked: Bool { chosen ?? (self["checked"] != nil) }

    var isDisabled: Bool {
        self["disabled"] != nil || self["data-enabled"] == "false"
            || lineage.contains { $0.name == "fieldset" && $0["disabled"] != nil }
    }

    /// The form that it belongs to; nil for none.
    var form: Node? { parent?.lineage.first { $0.name == "form" } }

    /// The current value of the field.
    var value: String {
        if let typed { return typed }
        switch name {
        case "textarea": return textContent
        case "select":
            let options = descendants.filter { $0.name == "option" }
            return (options.first { $0["selected"] != nil } ?? options.first)?.value ?? ""
        case "option": return self["value"] ?? text
        default: return self["value"] ?? (isChoice ? "on" : "")
        }
    }

    // MARK: Changing

    func append(_ child: Node) {
        insert(child, at: children.count)
    }

    /// Inserts a node after another child, or as the first child if that is nil.
    func put(_ child: Node, after predecessor: Node?) {
        child.remove()
        insert(child, at: predecessor.flatMap { index(of: $0) }.map { $0 + 1 } ?? 0)
    }

    func remove() {
        guard let parent, let index = parent.index(of: self) else { return }
        parent.children.remove(at: index)
        self.parent = nil
    }

    func replace(with other: Node) {
        guard let parent, let index = parent.index(of: self) else { return }
        remove()
        parent.insert(other, at: index)
    }

    func setChildren(_ nodes: [Node]) {
        for child in children { child.parent = nil }
        children = []
        for node in nodes { append(node) }
    }

    private func insert(_ child: Node, at index: Int) {
        children.insert(child, at: index)
        child.parent = self
    }

    private func index(of child: Node) -> Int? { children.firstIndex { $0 === child } }
}
