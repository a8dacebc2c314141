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
    let node: SlotNode
}

final class SlotNode: PageNode {
    private let output: AnyObject
    private let tag: String
    private let attributes: HTML
    private let part: String?
    private let kind: Kind
    private let make: (_ name: String, _ page: Page) -> LiveSlot

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
        _ output: AnyObject, tag: String, attributes: HTML, part: String? = nil, kind: Kind = .value,
        make: @escaping (_ name: String, _ page: Page) -> LiveSlot
    ) {
        self.output = output
        self.tag = tag
        self.attributes = attributes
        self.part = part
        self.kind = kind
        self.make = make
    }

    override func connect(to page: Page) {
        page.connect(attributes)
        page.connectSlot(of: ObjectIdentifier(output), part: part, make: make)
    }

    override func write(on page: Page, into rendering: inout Rendering) {
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

extension HTML.StringInterpolation {
    /// The place where an Output shows.
    public mutating func appendInterpolation(_ slot: Slot) {
        append(slot.node)
    }
}

/// An Output that has a current value.
public protocol ValueOutput<Element>: AnyObject {
    associatedtype Element
    func asObservable() -> Observable<Element>
}

extension Driver: ValueOutput {}
extension BehaviorRelay: ValueOutput {}

extension ValueOutput {
    /// The element that shows this Output's value.
    ///
    /// - Parameters:
    ///   - part: the element's `id`, when this Output shows in several places, such as the counters beside the fields
    ///     of a form; nil when this is the only place.
    ///   - tag: the element's name.
    ///   - attributes: its further attributes.
    ///   - status: the HTTP status that a plain post is answered with while this is the value; nil for "no objection".
    ///   - content: the element's content for a value.
    public func slot(
        part: String? = nil,
        _ tag: String = "div",
        _ attributes: HTML = "",
        status: @escaping (Element) -> Int? = { _ in nil },
        _ content: @escaping (Element) -> HTML
    ) -> Slot {
        Slot(
            node: SlotNode(self, tag: tag, attributes: attributes, part: part) { name, page in
                ValueSlot(
                    name: name, part: part, tag: tag, source: self.asObservable(), page: page, status: status,
                    content: content)
            })
    }

    /// The element that shows this Output's value together with another's, under this Output's name.
    public func slot<Other>(
        with other: some ValueOutput<Other>,
        _ tag: String = "div",
        _ attributes: HTML = "",
        _ content: @escaping (Element, Other) -> HTML
    ) -> Slot {
        Slot(
            node: SlotNode(self, tag: tag, attributes: attributes) { name, page in
                let both = Observable<(Element, Other)>.combineLatest(
                    self.asObservable(), other.asObservable(), resultSelector: { ($0, $1) })
                return ValueSlot(
                    name: name, part: nil, tag: tag, source: both, page: page, status: { _ in nil },
                    content: { content($0.0, $0.1) })
            })
    }

    /// A keyed list: after the first render only rows that changed travel, and of those only the part that changed
    /// (``HTML/part(_:id:_:_:)``).
    ///
    /// - Parameters:
    ///   - tag: the list element's name.
    ///   - attributes: its further attributes.
    ///   - row: the element's name of a row.
    ///   - rowAttributes: a row's further attributes.
    ///   - id: a row's `id`, unique on the page; it says which row is which.
    ///   - content: the content of a row: the same for the same row, since it may be rendered again.
    public func list<Row: Equatable>(
        _ tag: String = "ul",
        _ attributes: HTML = "",
        row: String = "li",
        _ rowAttributes: HTML = "",
        id: @escaping (Row) -> String,
        _ content: @escaping (Row) -> HTML
    ) -> Slot where Element == [Row] {
        Slot(
            node: SlotNode(self, tag: tag, attributes: attributes, kind: .list) { name, page in
                ListSlot(
                    name: name, source: self.asObservable(), page: page,
                    row: .init(tag: row, attributes: rowAttributes, id: id, content: content))
            })
    }
}

extension Signal {
    /// The element in which something that happens once shows up: an alert, a dialog, a way to another page.
    ///
    /// - Parameters:
    ///   - tag: the element's name.
    ///   - attributes: its further attributes.
    ///   - status: the HTTP status of the answer to a plain post in which it happened.
    ///   - redirect: where a plain post in which it happened goes on to, instead of showing it.
    ///   - content: what is put into the element.
    public func moment(
        _ tag: String = "div",
        _ attributes: HTML = "",
        status: @escaping (Element) -> Int? = { _ in nil },
        redirect: @escaping (Element) -> String? = { _ in nil },
        _ content: @escaping (Element) -> HTML
    ) -> Slot {
        Slot(
            node: SlotNode(self, tag: tag, attributes: attributes, kind: .moment) { name, page in
                MomentSlot(
                    name: name, source: self.asObservable(), page: page, status: status, redirect: redirect,
                    content: content)
            })
    }

    /// Goes to another page when it happens.
    ///
    /// - Parameter forgetsTyping: whether what has been typed is given up with it; otherwise it waits for its page.
    public func navigation(forgetsTyping: Bool = false, _ address: @escaping (Element) -> String) -> Slot {
        moment(
            "div", "hidden", redirect: address,
            { "<a href=\"\(address($0))\" data-go\(if: forgetsTyping, " data-forget")></a>" })
    }
}
