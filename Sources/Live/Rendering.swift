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
    /// The inputs that the markup offers.
    var offers = InputSet()
    var parts: [Part] = []
    /// The content of a slot is replaced as a whole, so it can't hold another slot.
    var isSlotContent = false
    /// Rows that pages share can't hold what belongs to one of them: its token, its address, what was typed in it.
    var isShared = false

    @usableFromInline
    init(isSlotContent: Bool = false) {
        self.isSlotContent = isSlotContent
    }

    mutating func write(_ html: HTML, on page: Page) {
        var start = 0
        for hole in html.holes {
            bytes.append(contentsOf: html.bytes[start..<hole.offset])
            start = hole.offset
            (hole.node as? PageNode)?.write(on: page, into: &self)
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
    mutating func writeAttributes(_ attributes: HTML, on page: Page) {
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
class PageNode: HTMLNode {
    /// Connects what is live in it to the page, before the page begins.
    func connect(to page: Page) {}

    func write(on page: Page, into rendering: inout Rendering) {}
}

/// The attributes of the element that is live.
final class LiveAttributes: PageNode {
    override func write(on page: Page, into rendering: inout Rendering) {
        rendering.writeAttribute("data-live", page.address)
        rendering.writeAttribute(" data-last", page.lastEventID)
        rendering.writeAttribute(" data-csrf", page.visit.csrf)
    }
}
