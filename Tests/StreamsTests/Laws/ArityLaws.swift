import Streams
import StreamsTesting
import Testing

/// There is one function for each number of sources, written out; all of them are the one of an array, but for the end
/// of a `zip`, which only that of an array reaches before its sources have.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct ArityLaws {
    @Test(arguments: 2...4, [true, false])
    func combiningAFixedNumberOfSourcesIsCombiningAnArray(count: Int, isZip: Bool) {
        for seed in Seeds.portions(of: 100).joined() {
            var random = SeededGenerator(seed)
            let parts = (0..<count).map { _ in Composition.random(size: 1, &random) }
            let schedule = Schedule.random(&random)
            let sides = [false, true].map { isArray in
                let world = World()
                let sources = parts.map { Builder(world: world).build($0) }.map { isZip ? $0.endless : $0 }
                let combined =
                    switch (isArray, isZip) {
                    case (true, true): Observable.zip(sources, resultSelector: Self.sum)
                    case (true, false): Observable.combineLatest(sources, resultSelector: Self.sum)
                    case (false, true): Self.zip(sources)
                    case (false, false): Self.combineLatest(sources)
                    }
                return world.play(schedule, on: combined)
            }
            #expect(sides[0] == sides[1], "STREAMS_LAWS_SEED=\(seed) \(parts) \(schedule)")
        }
    }

    /// Of each element it can be told from which place it came.
    static func sum(_ elements: [Int]) -> Int { elements.reduce(0) { $0 * 10 + $1 } }

    private static func zip(_ s: [Observable<Int>]) -> Observable<Int> {
        switch s.count {
        case 2: .zip(s[0], s[1]) { sum([$0, $1]) }
        case 3: .zip(s[0], s[1], s[2]) { sum([$0, $1, $2]) }
        default: .zip(s[0], s[1], s[2], s[3]) { sum([$0, $1, $2, $3]) }
        }
    }

    private static func combineLatest(_ s: [Observable<Int>]) -> Observable<Int> {
        switch s.count {
        case 2: .combineLatest(s[0], s[1]) { sum([$0, $1]) }
        case 3: .combineLatest(s[0], s[1], s[2]) { sum([$0, $1, $2]) }
        default: .combineLatest(s[0], s[1], s[2], s[3]) { sum([$0, $1, $2, $3]) }
        }
    }
}
