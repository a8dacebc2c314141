import Streams

/// A slot of keyed rows. It remembers for each row when its content last changed and when it was last put where it is,
/// so that a page at any earlier change can be brought up to date with just the rows that differ.
///
/// ### On the wire
/// The event's data are elements, each in its own markup; an attribute says what to do with it:
/// - `data-after="goal-7"`: a row, to be put behind that row (new or moved); an empty value puts it first;
/// - `data-removed`: a row, to be taken away;
/// - `data-reset`: take all rows away (the page is too far behind, or of another session);
/// - neither: it replaces the element of its id: a row, or a part of one (``HTML/part(_:id:_:_:)``) when that is all that
///   has changed of it.
///
/// ### Why that is enough
/// Rows that were never placed since the page's change have kept their order among themselves (``ListDiff`` moves the
/// rest). Placing the others one by one in list order, each behind its present predecessor, gives the present list.
///
/// ### What is kept
/// The rows themselves, in the array that the Output gave (so they share its storage), and a few numbers for each. Their
/// markup is kept only from when it is rendered until it has been sent: a page is open for hours, and whoever comes back
/// to it has it rendered again from the rows.
final class ListSlot: LiveSlot {
    private struct State {
        let id: String
        /// The change with which its content became what it is, but for its parts.
        var changed: Int
        /// The change with which a part of it became what it is.
        var partChanged = 0
        /// The change with which it was put where it is.
        var placed: Int
        /// The inputs that its content offers, a bit each.
        var offers: UInt64
    }

    private let tag: String
    private let attributes: HTML
    private var rows = Rows()
    /// What is known of each row that is shown, in its order.
    private var states: [State] = []
    /// The content of rows that have been rendered and not been sent since, at their places; empty when there is none.
    private var unsent: [Rendering?] = []
    /// Rows that are gone, for pages that still have them.
    private var removed: [(id: String, version: Int)] = []
    /// Removals up to this change are not remembered any more.
    private var forgotten = 0

    /// - Parameters:
    ///   - tag: the element's name of a row.
    ///   - attributes: a row's further attributes.
    init(
        name: String, page: Bindings, tag: String, attributes: HTML,
        subscribe: (ListContext) -> (Rows, any Disposable)
    ) {
        self.tag = tag
        self.attributes = attributes
        super.init(name: name, page: page)
        let (rows, subscription) = subscribe(ListContext(page: page, output: name) { self.mark() })
        self.rows = rows
        page.lifetime.insert(subscription)
        mark()
    }

    override func offers(_ input: Int, value: String) -> Bool {
        guard !states.isEmpty else { return false }
        if attributeOffers.contains(input, value: value) { return true }
        // The values of a row are known by its content only, which is rendered again: an input is rarer than a page.
        return states.indices.contains {
            states[$0].offers & (1 << UInt64(input)) != 0 && content(of: $0).offers.contains(input, value: value)
        }
    }

    /// The inputs in the attributes that all rows have.
    private lazy var attributeOffers: Offers = {
        var rendering = Rendering()
        rendering.write(attributes, on: page)
        return rendering.offers
    }()

    // MARK: Taking in a list

    override func render() {
        let isFirst = version == 0
        // The number of this change, if it is one.
        let number = page.version + 1
        let isChanged = hasSameIDs() ? updateRows(number) : replaceRows(number)
        if isFirst || isChanged { _ = takeVersion() }
    }

    /// Whether the newest rows have the ids of those that are shown, in their order: what most changes leave alone.
    private func hasSameIDs() -> Bool {
        guard states.count == rows.newestCount else { return false }
        return states.indices.allSatisfy {
            rows.isEqual(shown: $0, newest: $0) || states[$0].id == rows.newestID($0)
        }
    }

    /// - Returns: whether anything changed.
    private func updateRows(_ number: Int) -> Bool {
        var isChanged = false
        for index in states.indices where !rows.isEqual(shown: index, newest: index) {
            guard let after = update(&states[index], shown: index, newest: index, number) else { continue }
            if unsent.isEmpty { unsent = Array(repeating: nil, count: states.count) }
            unsent[index] = after
            isChanged = true
        }
        rows.showNewest()
        return isChanged
    }

    /// - Returns: the new content, if it changed.
    private func update(_ state: inout State, shown: Int, newest: Int, _ number: Int) -> Rendering? {
        let before = content(of: shown)
        let after = rows.renderNewest(newest, rendered)
        guard before.bytes != after.bytes || before.offers != after.offers else { return nil }
        if after.differsOnlyInParts(from: before) { state.partChanged = number } else { state.changed = number }
        state.offers = after.offers.inputs
        return after
    }

    /// - Returns: whether anything changed.
    private func replaceRows(_ number: Int) -> Bool {
        var ids = (0..<rows.newestCount).map { rows.newestID($0) }
        var seen: Set<String> = []
        // A key that comes twice would make two rows one: the first is the row.
        let distinct = ids.indices.filter { seen.insert(ids[$0]).inserted }
        if distinct.count < ids.count {
            rows.keepNewest(distinct)
            ids = distinct.map { ids[$0] }
        }
        let position = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($0.element.id, $0.offset) })
        let stays = ListDiff.unmoved(from: states.map(\.id), to: ids)

        var isChanged = false
        var next: [State] = []
        next.reserveCapacity(ids.count)
        var nextUnsent: [Rendering?] = []
        nextUnsent.reserveCapacity(ids.count)
        for (newest, id) in ids.enumerated() {
            guard let shown = position[id] else {
                let rendered = rows.renderNewest(newest, rendered)
                next.append(State(id: id, changed: number, placed: number, offers: rendered.offers.inputs))
                nextUnsent.append(rendered)
                isChanged = true
                continue
            }
            var state = states[shown]
            var content = unsent.isEmpty ? nil : unsent[shown]
            if !rows.isEqual(shown: shown, newest: newest),
                let after = update(&state, shown: shown, newest: newest, number)
            {
                content = after
                isChanged = true
            }
            if !stays.contains(id) {
                state.placed = number
                isChanged = true
            }
            next.append(state)
            nextUnsent.append(content)
        }
        removed.removeAll { seen.contains($0.id) }
        for state in states where !seen.contains(state.id) {
            removed.append((state.id, number))
            isChanged = true
        }
        forgetOldRemovals()
        rows.showNewest()
        states = next
        unsent = nextUnsent
        return isChanged
    }

    /// A list that lives long must not remember every row that it ever had.
    private func forgetOldRemovals() {
        let surplus = removed.count - 256
        guard surplus > 0 else { return }
        forgotten = removed[surplus - 1].version
        removed.removeFirst(surplus)
    }

    private func rendered(_ content: HTML) -> Rendering {
        var rendering = Rendering(isSlotContent: true)
        rendering.isShared = rows.areShared
        rendering.form = form
        // Just enough: what is cached stays for long.
        rendering.bytes.reserveCapacity(content.bytes.count + content.holes.count * 120)
        rendering.write(content, on: page)
        return rendering
    }

    /// The content of a row that is shown.
    private func content(of index: Int) -> Rendering {
        (unsent.isEmpty ? nil : unsent[index]) ?? rows.renderShown(index, rendered)
    }

    // MARK: Telling it

    override func writeContent(into rendering: inout Rendering) {
        for index in states.indices { writeRow(index, into: &rendering) }
    }

    override func events(since version: Int?) -> [SlotEvent] {
        guard self.version > version ?? 0 else { return [] }
        var data = Rendering()
        func begin() {
            if !data.bytes.isEmpty { data.bytes.append("\n") }
        }
        var since = version ?? 0
        if version == nil || since < forgotten {
            data.writeOpenTag(tag)
            data.bytes.append(" data-reset>")
            data.writeCloseTag(tag)
            since = 0
        } else {
            for row in removed where row.version > since {
                begin()
                data.writeOpenTag(tag)
                data.writeAttribute(" id", row.id)
                data.bytes.append(" data-removed>")
                data.writeCloseTag(tag)
            }
        }
        for (index, state) in states.enumerated() {
            if state.placed > since {
                begin()
                writeRow(index, after: index == 0 ? "" : states[index - 1].id, into: &data)
            } else if state.changed > since {
                begin()
                writeRow(index, into: &data)
            } else if state.partChanged > since {
                let row = content(of: index)
                for part in row.parts {
                    begin()
                    data.bytes.append(contentsOf: row.bytes[part.range])
                }
            }
        }
        return [SlotEvent(name: name, version: self.version, data: data.bytes)]
    }

    /// - Parameter predecessor: the row behind which it is put, when the page is told where.
    private func writeRow(_ index: Int, after predecessor: String? = nil, into rendering: inout Rendering) {
        rendering.writeOpenTag(tag)
        rendering.writeAttribute(" id", states[index].id)
        if let predecessor { rendering.writeAttribute(" data-after", predecessor) }
        rendering.writeAttributes(attributes, on: page)
        rendering.bytes.append(">")
        rendering.bytes.append(contentsOf: content(of: index).bytes)
        rendering.writeCloseTag(tag)
    }

    override func wasSent() { unsent = [] }
}

extension Rendering {
    /// Whether both have the same parts in the same places, and all around them is the same.
    fileprivate func differsOnlyInParts(from other: Rendering) -> Bool {
        guard !parts.isEmpty, parts.map(\.id) == other.parts.map(\.id), offers == other.offers else { return false }
        var (start, otherStart) = (0, 0)
        for (part, otherPart) in zip(parts, other.parts) {
            guard bytes[start..<part.range.lowerBound] == other.bytes[otherStart..<otherPart.range.lowerBound] else {
                return false
            }
            (start, otherStart) = (part.range.upperBound, otherPart.range.upperBound)
        }
        return bytes[start...] == other.bytes[otherStart...]
    }
}
