/// Markup being written for a page, and what is learned of it on the way.
@usableFromInline
struct Rendering: Sendable {
    /// A part of the markup that can be replaced by itself; see ``HTML/part(_:id:_:_:)``.
    struct Part: Equatable, Sendable {
        var id: String
        /// Where its element lies among the bytes.
        var range: Range<Int>
    }

    var bytes: [UInt8] = []
    /// What the markup lets a visitor send.
    var offers = Offers()
    var parts: [Part] = []
    /// The content of a slot is replaced as a whole, so it can't hold another slot.
    var isSlotContent = false
    /// Rows that pages share can't hold what belongs to one of them: its token, its address, what was typed in it.
    var isShared = false
    /// The input of the form that is being written: its fields are those that its post fills.
    var form: Int?

    @usableFromInline
    init(isSlotContent: Bool = false) {
        self.isSlotContent = isSlotContent
    }

    mutating func write(_ html: HTML, on page: Bindings) {
        var start = 0
        for hole in html.holes {
            bytes.append(contentsOf: html.bytes[start..<hole.offset])
            start = hole.offset
            (hole.node as? BoundNode)?.write(on: page, into: &self)
        }
        // Most markup has no holes: then all of it is copied at once.
        if start == 0 { bytes.append(contentsOf: html.bytes) } else { bytes.append(contentsOf: html.bytes[start...]) }
    }

    /// `name="value"`, the value escaped.
    mutating func writeAttribute(_ name: StaticString, _ value: String) {
        bytes.append(name)
        bytes.append("=\"")
        bytes.append(escaping: value)
        bytes.append("\"")
    }

    /// Further attributes of a tag, with the blank before them.
    mutating func writeAttributes(_ attributes: HTML, on page: Bindings) {
        guard !attributes.isEmpty else { return }
        bytes.append(" ")
        write(attributes, on: page)
    }

    mutating func writeOpenTag(_ tag: String) {
        bytes.append("<")
        bytes.append(contentsOf: tag.utf8)
    }

    mutating func writeCloseTag(_ tag: String) {
        bytes.append("</")
        bytes.append(contentsOf: tag.utf8)
        bytes.append(">")
    }
}

/// A node that is written for an open page.
class BoundNode: HTMLNode {
    /// Connects what is live in it to the page, before the page begins.
    func connect(to page: Bindings) {}

    func write(on page: Bindings, into rendering: inout Rendering) {}
}

/// A node that says itself what it writes.
final class WrittenNode: BoundNode {
    private let write: (Bindings, inout Rendering) -> Void

    init(_ write: @escaping (Bindings, inout Rendering) -> Void) {
        self.write = write
    }

    override func write(on page: Bindings, into rendering: inout Rendering) { write(page, &rendering) }
}
