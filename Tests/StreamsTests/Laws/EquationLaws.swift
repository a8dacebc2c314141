import Streams
import StreamsTesting
import Testing

/// Two ways to say the same show the same, whatever the source and the schedule.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct EquationLaws {
    typealias Ints = Observable<Int>

    /// An equation between what two functions make of the same sequence.
    struct Equation: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let left: @Sendable (Ints, Scheduler) -> Ints
        let right: @Sendable (Ints, Scheduler) -> Ints

        init(
            _ description: String, _ left: @escaping @Sendable (Ints, Scheduler) -> Ints,
            _ right: @escaping @Sendable (Ints, Scheduler) -> Ints
        ) {
            (testDescription, self.left, self.right) = (description, left, right)
        }
    }

    @Test(arguments: equations)
    func bothSidesShowTheSame(_ equation: Equation) {
        for seed in Seeds.portions(of: 300).joined() {
            let scenario = Scenario(seed: seed)
            let resources = Resources()
            let sides = Resources.$current.withValue(resources) {
                [equation.left, equation.right].map { side in
                    let world = World()
                    let source = Builder(world: world).build(scenario.composition)
                    return world.play(scenario.schedule, on: side(source, world.scheduler))
                }
            }
            #expect(sides[0] == sides[1], "\(scenario)")
            #expect(resources.total == 0, "nothing lives of\n\(scenario)")
        }
    }

    static let equations: [Equation] = [
        .init("map of what changes nothing") { source, _ in
            source.map { $0 }
        } _: { source, _ in
            source
        },
        .init("map of map is map of both") { source, _ in
            source.map { $0 + 1 }.map { $0 * 2 }
        } _: { source, _ in
            source.map { ($0 + 1) * 2 }
        },
        .init("flatMap of just is map") { source, _ in
            source.flatMap { Ints.just($0 + 1) }
        } _: { source, _ in
            source.map { $0 + 1 }
        },
        .init("flatMapLatest of just is map") { source, _ in
            source.flatMapLatest { Ints.just($0 + 1) }
        } _: {
            source, _ in
            source.map { $0 + 1 }
        },
        .init("flatMapFirst of just is map") { source, _ in
            source.flatMapFirst { Ints.just($0 + 1) }
        } _: {
            source, _ in
            source.map { $0 + 1 }
        },
        .init("concatMap of what ends at once is flatMap") { source, _ in
            source.concatMap { Ints.of($0, $0) }
        } _: {
            source, _ in
            source.flatMap { Ints.of($0, $0) }
        },
        .init("switchLatest of map is flatMapLatest") { source, _ in
            source.map { value in source.map { ($0 + value) % 10 } }.switchLatest()
        } _: { source, _ in
            source.flatMapLatest { value in source.map { ($0 + value) % 10 } }
        },
        .init("merge of map is flatMap") { source, _ in
            source.map { value in source.map { ($0 + value) % 10 } }.merge()
        } _: { source, _ in
            source.flatMap { value in source.map { ($0 + value) % 10 } }
        },
        .init("concat of map is concatMap") { source, _ in
            source.map { value in source.map { ($0 + value) % 10 } }.concat()
        } _: { source, _ in
            source.concatMap { value in source.map { ($0 + value) % 10 } }
        },
        .init("a nested merge of what is there at once is merge") { source, _ in
            Observable.of(source, .empty(), source.map { $0 + 1 }).merge()
        } _: { source, _ in
            .merge(source, .empty(), source.map { $0 + 1 })
        },
        .init("flatMap is associative") { source, _ in
            source.flatMap { Ints.of($0, 1) }.flatMap { Ints.of($0, 2) }
        } _: { source, _ in
            source.flatMap { Ints.of($0, 1).flatMap { Ints.of($0, 2) } }
        },
        .init("filter is compactMap") { source, _ in
            source.filter { $0 > 4 }
        } _: { source, _ in
            source.compactMap { $0 > 4 ? $0 : nil }
        },
        .init("filter is flatMap") { source, _ in
            source.filter { $0 > 4 }
        } _: { source, _ in
            source.flatMap { $0 > 4 ? Ints.just($0) : .empty() }
        },
        .init("scan(into:) is scan") { source, _ in
            source.scan(into: 0) { $0 = ($0 + $1) % 10 }
        } _: { source, _ in
            source.scan(0) { ($0 + $1) % 10 }
        },
        .init("distinctUntilChanged by a key is by the comparison of keys") { source, _ in
            source.distinctUntilChanged { $0 / 4 }
        } _: { source, _ in
            source.distinctUntilChanged { $0 / 4 == $1 / 4 }
        },
        .init("pairwise is zip with what follows") { source, _ in
            source.endless.pairwise().map { $0 * 10 + $1 }
        } _: { source, _ in
            .zip(source.endless, source.endless.skip(1)) { $0 * 10 + $1 }
        },
        .init("take and skip of the same number are the whole") { source, _ in
            .merge(source.take(2), source.skip(2))
        } _: { source, _ in
            source
        },
        .init("zip of a sequence with itself is pairs of the same") { source, _ in
            .zip(source.endless, source.endless) { $0 * 10 + $1 }
        } _: { source, _ in
            source.endless.map { $0 * 11 }
        },
        .init("an empty source merged in changes nothing") { source, _ in
            .merge(.empty(), source)
        } _: { source, _ in
            source
        },
        .init("startWith is concat") { source, _ in
            source.startWith(3, 4)
        } _: { source, _ in
            Ints.of(3, 4).concat(source)
        },
        .init("take(while:) is take(while:) inclusive without its last") { source, _ in
            source.take(while: { $0 < 5 })
        } _: { source, _ in
            source.take(while: { $0 < 5 }, behavior: .inclusive).filter { $0 < 5 }
        },
        .init("share with one subscriber") { source, _ in
            .deferred { source.share() }
        } _: { source, _ in
            source
        },
        .init("retry once is no retry") { source, _ in
            source.retry(1)
        } _: { source, _ in
            source
        },
        .init("retry(when:) of nothing ever is silence in place of the error") { source, _ in
            source.retry(when: { _ in Ints.never() })
        } _: { source, _ in
            source.catch { _ in .never() }
        },
        .init("materialize has no error") { source, _ in
            source.materialize().map { _ in 0 }
        } _: { source, _ in
            source.map { _ in 0 }.concat(Ints.just(0)).catchAndReturn(0)
        },
        .init("throttle of no time") { source, scheduler in
            source.throttle(.zero, scheduler: scheduler)
        } _: {
            source, _ in
            source
        },
    ]
}

extension Observable<Int> {
    /// Without its end: who listens twice may hear of an end before the second has been told anything.
    var endless: Observable<Int> { materialize().compactMap(\.element).concat(Observable.never()) }
}
