import Streams
import StreamsTesting
import Testing

/// Random compositions on random schedules show exactly what the reference says, and leave nothing behind.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct CompositionLaws {
    @Test(arguments: Seeds.portions(of: 10_000))
    func everyCompositionShowsWhatTheReferenceSays(seeds: Range<Int>) {
        for seed in seeds {
            let scenario = Scenario(seed: seed)
            let resources = Resources()
            let seen = Resources.$current.withValue(resources) { Self.play(scenario) }
            let expected = Reference(scenario.schedule).outcome(scenario)
            #expect(resources.total == 0, "nothing lives of\n\(scenario)")
            guard seen != expected else { continue }
            let difference = Self.difference(seen, expected)
            Issue.record("\(difference)\n\(scenario)")
        }
    }

    /// What the library shows of a scenario.
    static func play(_ scenario: Scenario) -> Outcome {
        let world = World()
        let builder = Builder(world: world)
        let each = builder.build(scenario.composition)
        let outcome = world.play(scenario.schedule, on: scenario.sharing.map { builder.share(each, $0) } ?? each)
        #expect(!world.ports.contains { $0.hasObservers() }, "nobody listens after disposal\n\(scenario)")
        return outcome
    }

    private static func difference(_ seen: Outcome, _ expected: Outcome) -> String {
        if seen.sights != expected.sights {
            return "seen     \(seen.sights)\nexpected \(expected.sights)"
        }
        let step = zip(seen.heard, expected.heard).enumerated().first { $0.element.0 != $0.element.1 }
        guard let step else { return "" }
        return "listened to after step \(step.offset)\nseen     \(step.element.0)\nexpected \(step.element.1)"
    }
}
