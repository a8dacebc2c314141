import Streams

/// The place in the markup where an Output shows: its value at the first render, and a patch at each change.
///
/// Made from an Output with `slot`, `list` or `moment`, and interpolated into the markup:
///
/// ```swift
/// "\(output.retrospectCount.slot("p") { count in "\(count) reviews to write" })"
/// ```
///
/// The element is written by the runtime with `data-output` and the property's own name. Slots are not nested.
public struct Slot {
    fileprivate let node: SlotNode

    /// A closure that passes the maker of new content to a slot.
    public typealias Take = (_ content: @escaping () -> HTML) -> Void

    /// Creates a slot of one value. Generics end here: the layers below take closures, so they are compiled once and
    /// not for each type, which would cost a page more than its SQL.
    @usableFromInline
    init(
        value output: AnyObject, part: String?, tag: String, attributes: HTML,
        subscribe: @escaping (_ take: @escaping Take) -> any Disposable
    ) {
        node = SlotNode(output, tag: tag, attributes: attributes, part: part, kind: .value) { name, page in
            ValueSlot(name: name, part: part, tag: tag, page: page, subscribe: subscribe)
        }
    }

    /// Creates a slot of rows.
    @usableFromInline
    init(
        list output: AnyObject, tag: String, attributes: HTML, rowTag: String, rowAttributes: HTML,
        subscribe: @escaping (ListContext) -> (Rows, any Disposable)
    ) {
        node = SlotNode(output, tag: tag, attributes: attributes, part: nil, kind: .list) { name, page in
            ListSlot(name: name, page: page, tag: rowTag, attributes: rowAttributes, subscribe: subscribe)
        }
    }

    /// Creates a slot of one-time events.
    @usableFromInline
    init(
        moment output: AnyObject, tag: String, attributes: HTML,
        subscribe: @escaping (_ take: @escaping Take) -> any Disposable
    ) {
        node = SlotNode(output, tag: tag, attributes: attributes, part: nil, kind: .moment) { name, page in
            MomentSlot(name: name, page: page, subscribe: subscribe)
        }
    }
}

extension HTML.StringInterpolation {
    /// Puts an Output's element into the markup.
    public mutating func appendInterpolation(_ slot: Slot) {
        append(slot.node)
    }
}

/// A slot's node in the markup.
private final class SlotNode: BoundNode {
    private let output: AnyObject
    private let tag: String
    private let attributes: HTML
    private let part: String?
    private let kind: Kind
    private let make: (_ name: String, _ page: Bindings) -> LiveSlot

    /// The kind of the slot's events.
    enum Kind {
        /// New content of the element.
        case value
        /// Operations on rows.
        case list
        /// A one-time event, outdated as soon as the visitor does something else.
        case moment
    }

    /// - Parameters:
    ///   - output: the stream that the slot shows.
    ///   - part: the `id` of the element, when one Output shows in several places; otherwise nil.
    ///   - make: makes the slot and connects it to its stream.
    init(
        _ output: AnyObject, tag: String, attributes: HTML, part: String?, kind: Kind,
        make: @escaping (_ name: String, _ page: Bindings) -> LiveSlot
    ) {
        self.output = output
        self.tag = tag
        self.attributes = attributes
        self.part = part
        self.kind = kind
        self.make = make
    }

    override func connect(to page: Bindings) {
        page.connect(attributes)
        page.connectSlot(of: ObjectIdentifier(output), part: part, make: make)
    }

    override func write(on page: Bindings, into rendering: inout Rendering) {
        let output = ObjectIdentifier(output)
        guard !rendering.isSlotContent else { return page.note(.slotWithinSlot(page.name(of: output) ?? "")) }
        guard let slot = page.slot(of: output, part: part) else { return page.note(.outputWithoutName) }
        rendering.writeOpenTag(tag)
        rendering.writeAttribute(" data-output", slot.name)
        switch kind {
        case .value: break
        case .list: rendering.bytes.append(" data-list")
        case .moment: rendering.bytes.append(" data-moment")
        }
        if let part {
            rendering.writeAttribute(" id", part)
            rendering.bytes.append(" data-part")
        }
        rendering.writeAttributes(attributes, on: page)
        rendering.bytes.append(">")
        // The inputs that the content offers are the slot's own, since the content changes.
        let offers = rendering.offers
        slot.writeContent(into: &rendering)
        rendering.offers = offers
        rendering.writeCloseTag(tag)
    }
}
