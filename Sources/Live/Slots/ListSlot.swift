import Streams

/// A slot of keyed rows. It remembers for each row when its content last changed and when it was last put where it is,
/// so that a page at any earlier change can be brought up to date with just the rows that differ.
///
/// ### On the wire
/// The event's data are rows, each in its own markup; an attribute says what to do with it:
/// - `data-after="goal-7"`: put it behind that row (new or moved); an empty value puts it first;
/// - `data-removed`: take it away;
/// - `data-reset`: take all away (the page is too far behind, or of another session);
/// - neither: replace the row of the same id.
///
/// ### Why that is enough
/// Rows that were never placed since the page's change have kept their order among themselves (``ListDiff`` moves the
/// rest). Placing the others one by one in list order, each behind its present predecessor, gives the present list.
final class ListSlot<Row: Equatable>: LiveSlot {
    struct RowMarkup {
        let tag: String
        let attributes: HTML
        let id: (Row) -> String
        let content: (Row) -> HTML
    }

    private struct Rendered {
        let id: String
        var row: Row
        var fragment: Fragment
        /// The change with which its content became what it is.
        var changed: Int
        /// The change with which it was put where it is.
        var placed: Int
    }

    let name: String
    private(set) var version = 0
    private(set) var isDirty = true
    private var newest: [Row] = []
    private var rows: [Rendered] = []
    /// Rows that are gone, for pages that still have them.
    private var removed: [(id: String, version: Int)] = []
    /// Removals up to this change are not remembered any more.
    private var forgotten = 0
    private let markup: RowMarkup

    init(name: String, source: Observable<[Row]>, page: Page, row markup: RowMarkup) {
        self.name = name
        self.markup = markup
        let subscription = source.subscribe(onNext: { [weak self, weak page] rows in
            self?.newest = rows
            self?.isDirty = true
            page?.changed()
        })
        page.lifetime.insert(subscription)
    }

    var status: Int? { nil }

    func refresh(_ page: Page, _ nextVersion: () -> Int) {
        isDirty = false
        var seen: Set<String> = []
        // A key that comes twice would make two rows one: the first is the row.
        let target = newest.map { (id: markup.id($0), row: $0) }.filter { seen.insert($0.id).inserted }
        let known = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
        let stays = ListDiff.unmoved(from: rows.map(\.id), to: target.map(\.id))

        let number = version == 0 ? nextVersion() : page.version + 1
        var anythingChanged = version == 0
        var next: [Rendered] = []
        for (id, row) in target {
            guard var rendered = known[id] else {
                let fragment = Renderer.render(markup.content(row), page: page, isSlotContent: true)
                next.append(Rendered(id: id, row: row, fragment: fragment, changed: number, placed: number))
                anythingChanged = true
                continue
            }
            if rendered.row != row {
                rendered.row = row
                let fragment = Renderer.render(markup.content(row), page: page, isSlotContent: true)
                if fragment != rendered.fragment {
                    rendered.fragment = fragment
                    rendered.changed = number
                    anythingChanged = true
                }
            }
            if !stays.contains(id) {
                rendered.placed = number
                anythingChanged = true
            }
            next.append(rendered)
        }
        removed.removeAll { seen.contains($0.id) }
        for row in rows where !seen.contains(row.id) {
            removed.append((row.id, number))
            anythingChanged = true
        }
        forgetOldRemovals()
        rows = next
        guard anythingChanged else { return }
        version = version == 0 ? number : nextVersion()
    }

    /// A list that lives long must not remember every row that it ever had.
    private func forgetOldRemovals() {
        while removed.count > 256 { forgotten = removed.removeFirst().version }
    }

    var content: String {
        rows.map { element($0) }.joined()
    }

    func offers(_ name: String) -> Bool {
        rows.contains { $0.fragment.offers.contains(name) }
    }

    func events(since version: Int?) -> [SlotEvent] {
        guard self.version > version ?? 0 else { return [] }
        var data: [String] = []
        var since = version ?? 0
        if version == nil || since < forgotten {
            data.append("<\(markup.tag) data-reset></\(markup.tag)>")
            since = 0
        } else {
            data += removed.filter { $0.version > since }.map {
                "<\(markup.tag) id=\"\($0.id.escapedForHTML())\" data-removed></\(markup.tag)>"
            }
        }
        var predecessor = ""
        for row in rows {
            if row.placed > since {
                data.append(element(row, operation: " data-after=\"\(predecessor.escapedForHTML())\""))
            } else if row.changed > since {
                data.append(element(row))
            }
            predecessor = row.id
        }
        return [SlotEvent(name: name, version: self.version, data: data.joined(separator: "\n"))]
    }

    private func element(_ row: Rendered, operation: String = "") -> String {
        var attributes = ""
        for case .markup(let text) in markup.attributes.pieces { attributes += " " + text }
        let open = "<\(markup.tag) id=\"\(row.id.escapedForHTML())\"\(operation)\(attributes)>"
        return open + row.fragment.text + "</\(markup.tag)>"
    }
}
