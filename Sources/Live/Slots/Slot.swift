import Streams

/// The place where an Output shows: its value at the first render, a patch whenever it changes.
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

    /// What a slot is told: what makes the new content.
    public typealias Take = (_ content: @escaping () -> HTML) -> Void

    /// A slot of one value. The types end here: what is below takes closures, and is compiled once and not for each type
    /// (which would cost a page more than its SQL).
    @usableFromInline
    init(
        value output: AnyObject, part: String?, tag: String, attributes: HTML,
        subscribe: @escaping (_ take: @escaping Take) -> any Disposable
    ) {
        node = SlotNode(output, tag: tag, attributes: attributes, part: part, kind: .value) { name, page in
            ValueSlot(name: name, part: part, tag: tag, page: page, subscribe: subscribe)
        }
    }

    /// A slot of rows.
    @usableFromInline
    init(
        list output: AnyObject, tag: String, attributes: HTML, rowTag: String, rowAttributes: HTML,
        subscribe: @escaping (ListContext) -> (Rows, any Disposable)
    ) {
        node = SlotNode(output, tag: tag, attributes: attributes, part: nil, kind: .list) { name, page in
            ListSlot(name: name, page: page, tag: rowTag, attributes: rowAttributes, subscribe: subscribe)
        }
    }

    /// A slot of what happens once.
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
    /// The place where an Output shows.
    public mutating func appendInterpolation(_ slot: Slot) {
        append(slot.node)
    }
}

/// A slot in the markup.
private final class SlotNode: BoundNode {
    private let output: AnyObject
    private let tag: String
    private let attributes: HTML
    private let part: String?
    private let kind: Kind
    private let make: (_ name: String, _ page: Bindings) -> LiveSlot

    /// What its events are.
    enum Kind {
        /// The element's new content.
        case value
        /// Row operations.
        case list
        /// What happened once: outdated as soon as the visitor does something else.
        case moment
    }

    /// - Parameters:
    ///   - output: the stream that the slot shows.
    ///   - part: the `id` of the element, when one Output shows in several places.
    ///   - make: connects the slot to its stream.
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
        // What the content offers is the slot's to say: it comes and goes.
        let offers = rendering.offers
        slot.writeContent(into: &rendering)
        rendering.offers = offers
        rendering.writeCloseTag(tag)
    }
}
