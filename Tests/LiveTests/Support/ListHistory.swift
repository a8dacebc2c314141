import Streams

@testable import Live

/// A list slot, and every state that a page can have had of it.
final class ListHistory {
    struct Row: Hashable {
        var id: String
        var text: String
    }

    let page = Bindings(
        ListHistory.self, visit: Visit(path: "/"), address: "", epoch: "e", rowCaches: RowCaches())
    private let source: BehaviorRelay<[Row]>
    let slot: ListSlot
    /// The rows at each change.
    private(set) var rowsAtVersion: [Int: [Row]] = [:]
    /// The ids sent for each change by itself.
    private(set) var sentAtVersion: [Int: Set<String>] = [:]

    init(_ rows: [Row], isNews: ((Row, Row) -> Bool)? = nil) {
        source = BehaviorRelay(value: rows)
        slot = ListSlot(name: "items", page: page, tag: "li", attributes: "") { [source] list in
            let lists = RowLists<Row>()
            let subscription = source.subscribe(onNext: {
                lists.newest = $0
                list.mark()
            })
            return (Rows(lists, id: \.id, isNews: isNews, content: { "\($0.text)" }), subscription)
        }
        refresh()
    }

    var rows: [Row] { source.value }

    func set(_ rows: [Row]) {
        let before = page.version
        source.accept(rows)
        refresh()
        if page.version > before { sentAtVersion[page.version] = Set(operations(since: before).map(\.id)) }
    }

    private func refresh() {
        slot.refresh()
        rowsAtVersion[page.version] = source.value
    }

    func operations(since version: Int?) -> [RowOperation] {
        slot.events(since: version).flatMap { RowOperation.read(String(decoding: $0.data, as: UTF8.self)) }
    }

    /// What a page that is at a change shows once it has been brought up to date.
    func page(at version: Int) -> [Row] {
        RowOperation.apply(operations(since: version), to: rowsAtVersion[version] ?? [])
    }
}

/// One row of a list event.
struct RowOperation: Equatable {
    enum Kind: Equatable {
        case reset, remove
        case put(after: String)
        case replace
    }
    var kind: Kind
    var id: String
    var text: String

    /// Reads a list event of plain rows, a row a line.
    static func read(_ data: String) -> [RowOperation] {
        data.split(separator: "\n").compactMap { line in
            if line == "<li data-reset></li>" { return RowOperation(kind: .reset, id: "", text: "") }
            // <li id="1" data-after="2">3</li>
            let parts = line.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
            guard parts.count > 2, let text = parts.last?.dropFirst().dropLast("</li>".count) else { return nil }
            switch (parts.count, parts[2]) {
            case (5, " data-after="):
                return RowOperation(kind: .put(after: parts[3]), id: parts[1], text: String(text))
            case (3, " data-removed></li>"): return RowOperation(kind: .remove, id: parts[1], text: "")
            case (3, _): return RowOperation(kind: .replace, id: parts[1], text: String(text))
            default: return nil
            }
        }
    }

    /// Does to a page's rows what the operations say; an operation that makes no sense leaves a row that no list has.
    static func apply(_ operations: [RowOperation], to rows: [ListHistory.Row]) -> [ListHistory.Row] {
        var rows = rows
        for operation in operations {
            let row = ListHistory.Row(id: operation.id, text: operation.text)
            switch operation.kind {
            case .reset: rows = []
            case .remove: rows.removeAll { $0.id == operation.id }
            case .put(let predecessor):
                rows.removeAll { $0.id == operation.id }
                if predecessor.isEmpty {
                    rows.insert(row, at: 0)
                } else if let index = rows.firstIndex(where: { $0.id == predecessor }) {
                    rows.insert(row, at: index + 1)
                } else {
                    rows.append(.init(id: "no predecessor \(predecessor)", text: ""))
                }
            case .replace:
                if let index = rows.firstIndex(where: { $0.id == operation.id }) {
                    rows[index] = row
                } else {
                    rows.append(.init(id: "nothing to replace \(operation.id)", text: ""))
                }
            }
        }
        return rows
    }
}
