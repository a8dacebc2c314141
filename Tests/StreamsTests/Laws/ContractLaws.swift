import Streams
import StreamsTesting
import Testing

/// The contract holds inside random compositions as well: between any two operators.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct ContractLaws {
    /// Each subscription to each part sees `next*(error|completed)?` and nothing after its disposal; closures are
    /// called only for somebody who listens, and not again once they have thrown; what is subscribed is disposed of.
    @Test(arguments: Seeds.portions(of: 10_000))
    func everyPartKeepsTheContract(seeds: Range<Int>) {
        for seed in seeds {
            let scenario = Scenario(seed: seed)
            let resources = Resources()
            let watch = Watch()
            let seen = Resources.$current.withValue(resources) {
                let world = World()
                let builder = Builder(world: world, watch: watch)
                let each = builder.build(scenario.composition)
                return world.play(scenario.schedule, on: scenario.sharing.map { builder.share(each, $0) } ?? each)
            }
            #expect(watch.faults.isEmpty, "the contract holds in\n\(scenario)")
            #expect(watch.open == 0, "every subscription is disposed of, once\n\(scenario)")
            #expect(resources.total == 0, "nothing lives of\n\(scenario)")
            let unwatched = Resources.$current.withValue(resources) { CompositionLaws.play(scenario) }
            #expect(seen == unwatched, "`do` and `deferred` change nothing\n\(scenario)")
        }
    }

    /// Nothing is sent to a subscriber who has had a stop event or has left; the steps in which that happened are
    /// known.
    @Test(arguments: Seeds.portions(of: 2_000))
    func everySubscriberSeesElementsThenAtMostOneStopAndNothingOnceItHasLeft(seeds: Range<Int>) {
        for seed in seeds {
            let scenario = Scenario(seed: seed)
            let sights = CompositionLaws.play(scenario).sights
            for (subscriber, life) in scenario.schedule.lives.enumerated() {
                let own = sights.filter { $0.subscriber == subscriber }
                #expect(!own.dropLast().contains { $0.event.isStop }, "nothing follows a stop\n\(scenario)")
                #expect(own.allSatisfy { life.contains($0.step) }, "all comes in its lifetime\n\(scenario)")
            }
        }
    }
}

extension Schedule {
    /// The steps in which each subscriber can be told something.
    fileprivate var lives: [Range<Int>] {
        var lives: [Range<Int>] = []
        for (index, step) in steps.enumerated() {
            switch step {
            case .subscribe: lives.append(index..<steps.count)
            case .dispose(let subscriber) where subscriber < lives.count:
                lives[subscriber] = lives[subscriber].lowerBound..<min(lives[subscriber].upperBound, index)
            default: break
            }
        }
        return lives
    }
}
