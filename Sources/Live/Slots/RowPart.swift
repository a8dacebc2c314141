/// An element inside a list row that can be replaced on its own.
final class RowPart: BoundNode {
    private let tag: String
    private let id: String
    private let attributes: HTML
    private let content: HTML

    init(tag: String, id: String, attributes: HTML, content: HTML) {
        self.tag = tag
        self.id = id
        self.attributes = attributes
        self.content = content
    }

    override func write(on page: Bindings, into rendering: inout Rendering) {
        let start = rendering.bytes.count
        rendering.writeOpenTag(tag)
        rendering.writeAttribute(" id", id)
        rendering.writeAttributes(attributes, on: page)
        rendering.bytes.append(">")
        rendering.write(content, on: page)
        rendering.writeCloseTag(tag)
        rendering.parts.append(.init(id: id, range: start..<rendering.bytes.count))
    }
}

extension HTML {
    /// Returns an element inside a list row that changes more often than the rest of the row. When nothing else of the
    /// row has changed, only this element is sent.
    ///
    /// - Parameters:
    ///   - tag: the element's name.
    ///   - id: its `id`, unique on the page.
    ///   - attributes: its further attributes.
    ///   - content: its content, without another part in it.
    public static func part(_ tag: String, id: String, _ attributes: HTML = "", _ content: HTML) -> HTML {
        HTML(node: RowPart(tag: tag, id: id, attributes: attributes, content: content))
    }
}
