import Foundation
import StreamsTesting

extension SeededGenerator {
    init(_ seed: Int) { self.init(seed: UInt64(truncatingIfNeeded: seed)) }

    /// 0 ..< bound. Not `Int.random(in:)`, which is many times slower in a debug build.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

/// The seeds of a test, in portions that the machine's cores can share.
///
/// `STREAMS_LAWS_SEED=123 swift test --filter Laws` runs that one again.
enum Seeds {
    static let given = ProcessInfo.processInfo.environment["STREAMS_LAWS_SEED"].flatMap(Int.init)

    static func portions(of count: Int) -> [Range<Int>] {
        if let given { return [given..<given + 1] }
        let size = max(1, count / 20)
        return stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
    }
}
