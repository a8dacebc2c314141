/// Markup that is being written for a page, and the facts about it that are collected on the way.
@usableFromInline
struct Rendering: Sendable {
    /// A part of the markup that can be replaced on its own; see ``HTML/part(_:id:_:_:)``.
    struct Part: Equatable, Sendable {
        var id: String
        /// The range of its element in the bytes.
        var range: Range<Int>
    }

    var bytes: [UInt8] = []
    /// The inputs that the markup lets a visitor send.
    var offers = Offers()
    var parts: [Part] = []
    /// Whether this is the content of a slot, which is replaced as a whole and so can't contain another slot.
    var isSlotContent = false
    /// Whether pages share this markup, which then can't contain data of one page: its token, its address, typed text.
    var isShared = false
    /// Whether it has a field, which shows what is typed in it.
    var hasField = false
    /// Number of the input of the form that is being written, whose post fills the fields inside; nil outside of forms.
    var form: Int?
    /// Whether a post of that form can carry files.
    var takesFiles = false

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
        // Most markup has no holes, so all of it is copied at once.
        if start == 0 { bytes.append(contentsOf: html.bytes) } else { bytes.append(contentsOf: html.bytes[start...]) }
    }

    /// Writes `name="value"`, the value escaped.
    mutating func writeAttribute(_ name: StaticString, _ value: String) {
        bytes.append(name)
        bytes.append("=\"")
        bytes.append(escaping: value)
        bytes.append("\"")
    }

    /// Writes further attributes of a tag, with a blank before them.
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
    /// Connects the live parts in it to the page, before the page begins.
    func connect(to page: Bindings) {}

    func write(on page: Bindings, into rendering: inout Rendering) {}
}

/// A node whose markup is written by a closure.
final class WrittenNode: BoundNode {
    private let write: (Bindings, inout Rendering) -> Void

    init(_ write: @escaping (Bindings, inout Rendering) -> Void) {
        self.write = write
    }

    override func write(on page: Bindings, into rendering: inout Rendering) { write(page, &rendering) }
}
