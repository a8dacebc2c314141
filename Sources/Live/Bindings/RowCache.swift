import Synchronization

/// A cache of one list's rendered rows in one wording, shared by all pages that show it: for fifty tabs of an owner,
/// and for a page that is opened again, each row is rendered once.
///
/// Its size is limited: when it is full, the rows that have not been used since it was last full are dropped. The lock
/// protects only the look-up; a row is rendered outside of it.
///
/// Inlinable, so that the look-up is compiled for the type of row: otherwise it takes longer than rendering.
@usableFromInline
final class RowCache<Row: Hashable & Sendable>: Sendable {
    @usableFromInline
    struct Generations {
        @usableFromInline var young: [Row: Rendering] = [:]
        @usableFromInline var old: [Row: Rendering] = [:]

        @inlinable
        init() {}

        /// Number of rows of each of the two generations at most. A row of the app's list takes half a kilobyte, so a
        /// list's rows take 2 MiB at most in each language.
        @inlinable
        static var capacity: Int { 2048 }

        @inlinable
        mutating func keep(_ row: Row, _ rendering: Rendering) {
            if young.count >= Self.capacity {
                old = young
                young = [:]
            }
            young[row] = rendering
        }
    }

    @usableFromInline let rows = Mutex(Generations())

    @inlinable
    init() {}

    @inlinable
    func find(_ row: Row) -> Rendering? {
        rows.withLock { rows in
            if let rendering = rows.young[row] { return rendering }
            guard let rendering = rows.old.removeValue(forKey: row) else { return nil }
            rows.keep(row, rendering)
            return rendering
        }
    }

    @inlinable
    func keep(_ row: Row, _ rendering: Rendering) {
        rows.withLock { $0.keep(row, rendering) }
    }
}

/// The row caches of a process, by the parameters that their rows' markup depends on.
final class RowCaches: Sendable {
    struct Key: Hashable, Sendable {
        /// The type of the screen; `output` is the name of its Output.
        var screen: ObjectIdentifier
        var output: String
        /// Other parameters of the markup, such as the language.
        var wording: String
    }

    /// Number of caches at most, more than an app has lists in languages. It keeps a screen with a wording for each
    /// visitor from filling the memory.
    private let capacity = 256
    /// The caches, typed as objects: a cast from `AnyObject` to a class is fast, while a cast from `Any` takes as long
    /// as rendering a row.
    private let caches = Mutex<[Key: any AnyObject & Sendable]>([:])

    func cache<Row>(_ key: Key) -> RowCache<Row> {
        caches.withLock { caches in
            if let cache = caches[key] as? RowCache<Row> { return cache }
            if caches.count >= capacity { caches = [:] }
            let cache = RowCache<Row>()
            caches[key] = cache
            return cache
        }
    }
}
