import Synchronization

/// Rendered rows of one list in one wording, shared by all pages that show it: of fifty tabs of an owner, and of a page
/// that is opened again, each row is rendered once.
///
/// It holds so many rows at most: when it is full, those that have not been asked for since it was last full are
/// forgotten. The lock guards the look-up only; a row is rendered outside of it.
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

        /// The most rows of a generation; there are two. A row of the app's list has half a kilobyte, so a list's rows
        /// take 2 MiB at most in each language.
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

/// The caches of a process, by what their rows' markup depends on.
final class RowCaches: Sendable {
    struct Key: Hashable, Sendable {
        /// The type of the screen, and the name of its Output.
        var screen: ObjectIdentifier
        var output: String
        /// What else the markup depends on, such as the language.
        var wording: String
    }

    /// More than an app has lists in languages; a screen that has a wording for each visitor must not fill the memory.
    private let capacity = 256
    /// Known to be objects, since whether an object is of a certain class is seen at a glance; to ask that of any value
    /// takes as long as to render a row.
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
