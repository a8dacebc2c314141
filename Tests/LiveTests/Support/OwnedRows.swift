import Live
import Streams
import Synchronization

/// Rows of owners, as a store has them, and the states that documents of them are kept by.
final class OwnedRows: PageRevisions {
    struct Row: Hashable, Sendable {
        var id: Int
        var text: String
        /// The number of the row's part, if that is not the row's own.
        var part: Int?

        var rowID: String { "row-\(id)" }
    }

    private struct State {
        var revision = 0
        var rows: [Row] = []
        var readings = 0
    }

    private let states = Mutex<[String: State]>([:])
    private let periods = Mutex(0)
    private let changes = Topics<String, Void>()
    private let failing = Mutex(false)
    /// Revisions that are known, if they have to be read before.
    private let known = Mutex<(isUsed: Bool, byOwner: [String: Int])>((false, [:]))

    /// Whether rows can't be read now.
    var isFailing: Bool {
        get { failing.withLock { $0 } }
        set { failing.withLock { $0 = newValue } }
    }

    /// Whether a revision is known only when it was read, until a change is told.
    var readsRevisions: Bool {
        get { known.withLock { $0.isUsed } }
        set { known.withLock { $0.isUsed = newValue } }
    }

    /// Forgets the revisions that are known, as a cache does after a while.
    func forgetRevisions() { known.withLock { $0.byOwner = [:] } }

    /// Changes an owner's rows.
    func change(_ owner: String = "", _ change: (inout [Row]) -> Void) {
        changeSilently(owner, change)
        known.withLock { $0.byOwner[owner] = nil }
        changes.publish((), of: owner)
    }

    /// Changes an owner's rows without telling anybody, as another process does.
    func changeSilently(_ owner: String = "", _ change: (inout [Row]) -> Void) {
        states.withLock { states in
            states[owner, default: State()].revision += 1
            change(&states[owner, default: State()].rows)
        }
    }

    var period: Int { periods.withLock { $0 } }

    /// Begins the next period.
    func beginPeriod() { periods.withLock { $0 += 1 } }

    /// Reads an owner's rows, and counts that.
    func rows(of owner: String = "") -> [Row] {
        states.withLock { states in
            states[owner, default: State()].readings += 1
            return states[owner, default: State()].rows
        }
    }

    /// How often an owner's rows were read.
    func readings(of owner: String = "") -> Int { states.withLock { $0[owner]?.readings ?? 0 } }

    func revision(for visit: Visit) -> String? {
        let (isUsed, known) = known.withLock { ($0.isUsed, $0.byOwner[visit.owner]) }
        return isUsed ? known.map { "\($0)" } : "\(revision(of: visit.owner))"
    }

    func readRevision(for visit: Visit) async -> String? {
        known.withLock { known in
            let revision = revision(of: visit.owner)
            known.byOwner[visit.owner] = revision
            return "\(revision)"
        }
    }

    private func revision(of owner: String) -> Int { states.withLock { $0[owner]?.revision ?? 0 } }

    func observe(_ owner: String, _ notify: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        changes.observe(owner) { _ in notify() }
    }

    /// Number of observers of all owners.
    var observerCount: Int { changes.observerCount }
}

/// A page of an owner's rows, the first ones until more are asked for, with a field of the page's own.
struct OwnedRowsScreen: Screen {
    let rows: OwnedRows
    let visit: Visit
    var isKept = true

    struct ViewModel: Live.ViewModel {
        struct Input {
            let appeared, changes, more: Observable<Void>
            let note: Observable<String>
            let add: Observable<String>
        }

        struct Output {
            let count: Driver<Int>
            let items: Driver<[OwnedRows.Row]>
            let position: Driver<Int>
            let note: Driver<String>
            let added: Signal<String>
            let isFailing: Driver<Bool>
        }

        let rows: OwnedRows
        let owner: String
        let first: Int

        func transform(input: Input) -> Output {
            let read = Observable.merge(input.appeared, input.changes).map { [rows, owner] _ in
                rows.isFailing ? nil : rows.rows(of: owner)
            }.startWith([]).share(replay: 1)
            let all = read.map { $0 ?? [] }.share(replay: 1)
            let limit = input.more.scan(first) { limit, _ in limit + 3 }.startWith(first).share(replay: 1)
            let items = Observable<[OwnedRows.Row]>.combineLatest(all, limit) { Array($0.prefix($1)) }.share(replay: 1)
            let added = input.add.do(onNext: { [rows, owner] text in
                rows.change(owner) { $0.insert(.init(id: ($0.map(\.id).max() ?? 0) + 1, text: text), at: 0) }
            })
            return Output(
                count: all.map(\.count).distinctUntilChanged().asDriver(onErrorJustReturn: 0),
                items: items.distinctUntilChanged().asDriver(onErrorJustReturn: []),
                position: limit.asDriver(onErrorJustReturn: first),
                note: input.note.startWith("").asDriver(onErrorJustReturn: ""),
                added: added.asSignal(onErrorSignalWith: .never()),
                isFailing: read.map { $0 == nil }.distinctUntilChanged().asDriver(onErrorJustReturn: true))
        }
    }

    func makeViewModel(_ page: Page) -> ViewModel {
        ViewModel(rows: rows, owner: page.visit.owner, first: page.visit.position.flatMap { Int($0) } ?? 3)
    }

    func makeInput(_ page: Page) -> ViewModel.Input {
        .init(
            appeared: page.appeared,
            changes: page.changes(merging: { _, _ in }) { notify in rows.observe(page.visit.owner) { notify(()) } },
            more: page.input(), note: page.input(), add: page.input())
    }

    func render(_ page: Page, _ input: ViewModel.Input, _ output: ViewModel.Output) -> HTML {
        """
        <main \(page.live)>
        <p>\(visit.language) \(visit.theme ?? "") \(visit.owner) \(visit.path) \(visit.query.text)</p>
        \(page.flash())
        \(output.count.slot("b") { "\($0)" })
        \(output.items.list("ol", id: \.rowID) { row in
            "\(row.text) \(.part("i", id: "part-\(row.part ?? row.id)", "", "\(row.text.utf8.count)"))"
        })
        \(output.note.slot("p") { "\($0)" })
        <button \(input.more)>more</button>
        \(input.add.form("", "<input \(input.note, field: "note", basis: FieldBasis(revision: 0, page: visit.pageName).text)><button name='value' value='new' \(input.add, value: "new")>add</button>"))
        \(output.added.moment { "added \($0)" })
        </main>
        """
    }

    func effects(_ page: Page, _ output: ViewModel.Output) {
        page.resume(with: output.position) { "\($0)" }
        page.status(on: output.isFailing) { $0 ? 503 : nil }
    }
}
