import Streams

/// A slot of keyed rows. It stores for each row the change at which its content last changed and the one at which it
/// was last placed, so that a page at any earlier change can be brought up to date with only the rows that differ.
///
/// ### On the wire
/// The event's data are elements, each in its own markup; an attribute is the operation:
/// - `data-after="goal-7"`: a row to be put behind that row (new, moved or changed unseen); an empty value puts it first;
/// - `data-removed`: a row to be removed;
/// - `data-reset`: remove all rows (the page is too far behind, or of another session);
/// - none of these: it replaces the element with its id: a row, or a part of one (``HTML/part(_:id:_:_:)``) when only
///   that has changed.
///
/// ### Correctness
/// Rows that were never placed since the page's change have kept their order among themselves (``ListDiff`` moves the
/// rest). Placing the others one by one in list order, each behind its present predecessor, gives the present list.
///
/// ### Memory
/// It stores the rows themselves, in the Output's array (so they share its storage), and a few numbers for each, among them
/// hashes of its markup. The markup is stored only from when it is rendered until it has been sent: a page is open for
/// hours, and when it comes back it is rendered again from the rows.
final class ListSlot: LiveSlot {
    private struct State {
        let id: String
        /// The change that last changed its content outside of its parts.
        var changed: Int
        /// The change that last changed one of its parts.
        var partChanged = 0
        /// The change that last placed it.
        var placed: Int
        /// The inputs that its content offers, a bit each.
        var offers: UInt64
        /// Hashes of its content, by which a change is found without rendering what it was before.
        var hashes: ContentHashes
    }

    private let tag: String
    private let attributes: HTML
    private var rows = Rows.none
    /// State of each shown row, in the rows' order.
    private var states: [State] = []
    /// The content of rows that have been rendered and not been sent since, by index; empty when there is none.
    private var unsent: [Rendering?] = []
    /// Removed rows, for pages that still have them.
    private var removed: [(id: String, version: Int)] = []
    /// The change up to which removals are not stored any more.
    private var forgotten = 0

    /// - Parameters:
    ///   - tag: the element name of a row.
    ///   - attributes: the further attributes of a row.
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

    override var isList: Bool { true }

    override func offers(_ input: Int, value: String) -> Bool {
        guard !states.isEmpty else { return false }
        if attributeOffers.contains(input, value: value) { return true }
        // The values of a row are only in its content, which is rendered again: inputs are rarer than pages.
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

    // MARK: Applying a list

    override func render() {
        // The number of this change, if it is one.
        let number = page.version + 1
        let isChanged = hasSameIDs() ? updateRows(number) : replaceRows(number)
        if !isRendered || isChanged { _ = takeVersion() }
    }

    /// Whether the newest rows have the ids of the shown ones, in the same order, as after most changes.
    private func hasSameIDs() -> Bool {
        guard states.count == rows.newestCount() else { return false }
        return states.indices.allSatisfy {
            rows.isEqual($0, $0) || states[$0].id == rows.newestID($0)
        }
    }

    /// - Returns: whether anything changed.
    private func updateRows(_ number: Int) -> Bool {
        var isChanged = false
        for index in states.indices where !rows.isEqual(index, index) {
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
        let after = rows.render(true, newest, rendered)
        let hashes = after.hashes()
        guard hashes != state.hashes else { return nil }
        // A row with a field shows what is typed in it, which its element doesn't have: then both look alike by now. All else
        // that a row shows is in its element.
        guard !after.hasField || rows.render(false, shown, rendered).hashes() != hashes else {
            state.hashes = hashes
            return nil
        }
        if hashes.content == state.hashes.content { state.partChanged = number } else { state.changed = number }
        state.hashes = hashes
        // A row that is put where it is takes the place of the former one, and is not marked as changed.
        if !rows.isNews(shown, newest) { state.placed = number }
        state.offers = after.offers.inputs
        return after
    }

    /// - Returns: whether anything changed.
    private func replaceRows(_ number: Int) -> Bool {
        var ids = (0..<rows.newestCount()).map { rows.newestID($0) }
        var seen: Set<String> = []
        // A key that comes twice would make two rows one, so only the first is kept.
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
                let rendered = rows.render(true, newest, rendered)
                next.append(
                    State(
                        id: id, changed: number, placed: number, offers: rendered.offers.inputs,
                        hashes: rendered.hashes()))
                nextUnsent.append(rendered)
                isChanged = true
                continue
            }
            var state = states[shown]
            var content = unsent.isEmpty ? nil : unsent[shown]
            if !rows.isEqual(shown, newest),
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

    /// Drops the oldest removals beyond 256, so that a list that lives long does not store every row that it ever had.
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
        // Just enough: cached rows stay for long.
        rendering.bytes.reserveCapacity(content.bytes.count + content.holes.count * 120)
        rendering.write(content, on: page)
        return rendering
    }

    /// Returns the content of a shown row.
    private func content(of index: Int) -> Rendering {
        (unsent.isEmpty ? nil : unsent[index]) ?? rows.render(false, index, rendered)
    }

    // MARK: Rows that were shown before

    override var shape: DocumentShape.Content? {
        .rows(
            states.indices.map { index in
                DocumentShape.Row(id: states[index].id, hashes: documentHashes(of: index))
            })
    }

    /// Hashes of a shown row without the texts of this page.
    private func documentHashes(of index: Int) -> ContentHashes {
        page.hasPlaceholders ? states[index].hashes : content(of: index).hashes(on: page)
    }

    override func rebase(on shape: DocumentShape.Content?, at base: Int) {
        guard case .rows(let rows) = shape else {
            forgotten = version
            return
        }
        // A page that is further behind may have rows that were removed before this slot existed.
        forgotten = base
        let shown = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let stays = ListDiff.unmoved(from: rows.map(\.id), to: states.map(\.id))
        let number = version
        var isChanged = false
        for index in states.indices {
            guard let row = shown[states[index].id] else {
                isChanged = true
                continue
            }
            let hashes = documentHashes(of: index)
            if hashes.content == row.hashes.content { states[index].changed = base }
            states[index].partChanged = hashes.parts == row.hashes.parts ? base : number
            if stays.contains(row.id) { states[index].placed = base }
            if states[index].changed > base || states[index].partChanged > base || states[index].placed > base {
                isChanged = true
            }
        }
        let ids = Set(states.map(\.id))
        for row in rows where !ids.contains(row.id) {
            removed.append((row.id, number))
            isChanged = true
        }
        forgetOldRemovals()
        if !isChanged { returnTo(base) }
    }

    // MARK: Events

    override func writeContent(into rendering: inout Rendering) {
        for index in states.indices { writeRow(index, into: &rendering) }
    }

    override func events(since version: Int?) -> [SlotEvent] {
        guard self.version > version ?? -1 else { return [] }
        var data = Rendering()
        func begin() {
            if !data.bytes.isEmpty { data.bytes.append("\n") }
        }
        var since = version ?? 0
        if version == nil || since < forgotten {
            data.writeOpenTag(tag)
            data.bytes.append(" data-reset>")
            data.writeCloseTag(tag)
            since = -1
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

    /// - Parameter predecessor: the id of the row to put it behind, empty for the first place; nil to write no place.
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
