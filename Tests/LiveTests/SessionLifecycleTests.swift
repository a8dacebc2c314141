import StreamsTesting
import Testing

@testable import Live

@Suite(.timeLimit(.minutes(15))) struct SessionLifecycleTests {
    let limits = SessionLimits()

    func attached() throws -> (SessionLifecycle, stream: Int) {
        var lifecycle = SessionLifecycle(limits: limits)
        _ = lifecycle.rendered()
        let stream = try attach(&lifecycle).stream
        return (lifecycle, stream)
    }

    func attach(_ lifecycle: inout SessionLifecycle) throws -> (stream: Int, actions: [SessionLifecycle.Action]) {
        let attached = lifecycle.attach()
        return try #require(attached)
    }

    @Test func aRenderedPageWaitsFifteenSecondsForItsStream() {
        var lifecycle = SessionLifecycle(limits: limits)
        #expect(lifecycle.rendered() == [.startGrace(number: 1, .seconds(15))])
        #expect(lifecycle.graceEnded(number: 1) == [.end])
        #expect(lifecycle.state == .ended)
    }

    @Test func aPageRenderedAgainWaitsAnew() {
        var lifecycle = SessionLifecycle(limits: limits)
        _ = lifecycle.rendered()
        #expect(lifecycle.rendered() == [.startGrace(number: 2, .seconds(15))])
        #expect(lifecycle.graceEnded(number: 1).isEmpty)
        #expect(lifecycle.graceEnded(number: 2) == [.end])
    }

    @Test func aStreamInTimeStopsTheGrace() throws {
        var (lifecycle, stream) = try attached()
        #expect(lifecycle.state == .attached(stream: stream))
        #expect(lifecycle.graceEnded(number: 1).isEmpty)
        #expect(lifecycle.rendered().isEmpty)
        #expect(lifecycle.state == .attached(stream: stream))
    }

    @Test func aLostLineIsWaitedForTwoMinutes() throws {
        var (lifecycle, stream) = try attached()
        let actions = lifecycle.detach(stream: stream)
        #expect(actions == [.startGrace(number: stream + 1, .seconds(120))])
        #expect(lifecycle.graceEnded(number: stream + 1) == [.end])
    }

    @Test func aLineThatComesBackStopsTheGrace() throws {
        var (lifecycle, stream) = try attached()
        _ = lifecycle.detach(stream: stream)
        let again = try attach(&lifecycle)
        #expect(again.actions.isEmpty)
        #expect(again.stream != stream)
        #expect(lifecycle.graceEnded(number: stream + 1).isEmpty)
    }

    @Test func aSecondStreamTakesOverAndTheFirstOnesEndIsNoNews() throws {
        var (lifecycle, first) = try attached()
        let second = try attach(&lifecycle)
        #expect(second.actions == [.finishStream(first)])
        #expect(lifecycle.detach(stream: first).isEmpty)
        #expect(lifecycle.state == .attached(stream: second.stream))
    }

    @Test func endingFinishesTheOpenStream() throws {
        var (lifecycle, stream) = try attached()
        #expect(lifecycle.end() == [.finishStream(stream), .end])
    }

    @Test func theEndIsFinal() throws {
        var (lifecycle, stream) = try attached()
        _ = lifecycle.end()
        #expect(lifecycle.attach() == nil)
        #expect(lifecycle.rendered().isEmpty)
        #expect(lifecycle.detach(stream: stream).isEmpty)
        #expect(lifecycle.graceEnded(number: 1).isEmpty)
        #expect(lifecycle.end().isEmpty)
        #expect(lifecycle.state == .ended)
    }

    enum Step: CaseIterable { case render, attach, detachCurrent, detachOld, graceCurrent, graceOld, end }

    /// What has been seen on one walk.
    struct Walk {
        var lifecycle: SessionLifecycle
        var streams: [Int] = []
        var graces: [Int] = []
        var ends = 0
        var finished: Set<Int> = []
    }

    @Test func longRandomWalksKeepTheInvariants() {
        var random = SeededGenerator(seed: 5)
        // The end is rare, so that walks come somewhere.
        let steps: [Step] =
            Step.allCases
            + Array(repeating: [.render, .attach, .detachCurrent, .detachOld, .graceOld], count: 5).joined()
        for _ in 0..<100 {
            var walk = Walk(lifecycle: SessionLifecycle(limits: limits))
            for _ in 0..<40 { take(steps.randomElement(using: &random)!, &walk) }
        }
    }

    @Test func everyWalkOfFourStepsKeepsTheInvariants() {
        func go(_ walk: Walk, _ depth: Int) {
            guard depth > 0 else { return }
            for step in Step.allCases {
                var next = walk
                take(step, &next)
                go(next, depth - 1)
            }
        }
        go(Walk(lifecycle: SessionLifecycle(limits: limits)), 4)
    }

    private func take(_ step: Step, _ walk: inout Walk) {
        let former = walk.lifecycle.state
        var actions: [SessionLifecycle.Action] = []
        switch step {
        case .render: actions = walk.lifecycle.rendered()
        case .attach:
            let attached = walk.lifecycle.attach()
            #expect((attached == nil) == (former == .ended))
            actions = attached?.actions ?? []
            if let stream = attached?.stream {
                #expect(!walk.streams.contains(stream))
                walk.streams.append(stream)
                #expect(walk.lifecycle.state == .attached(stream: stream))
            }
        case .detachCurrent: actions = walk.lifecycle.detach(stream: walk.streams.last ?? -1)
        case .detachOld: actions = walk.lifecycle.detach(stream: walk.streams.dropLast().last ?? -1)
        case .graceCurrent: actions = walk.lifecycle.graceEnded(number: walk.graces.last ?? -1)
        case .graceOld: actions = walk.lifecycle.graceEnded(number: walk.graces.dropLast().last ?? -1)
        case .end: actions = walk.lifecycle.end()
        }
        for action in actions {
            switch action {
            case .startGrace(let number, _): walk.graces.append(number)
            case .finishStream(let stream):
                #expect(walk.finished.insert(stream).inserted)
                #expect(former == .attached(stream: stream))
            case .end: walk.ends += 1
            }
        }
        check(former, actions, walk)
    }

    private func check(_ former: SessionLifecycle.State, _ actions: [SessionLifecycle.Action], _ walk: Walk) {
        #expect(walk.ends == (walk.lifecycle.state == .ended ? 1 : 0))
        switch walk.lifecycle.state {
        case .ended: if former == .ended { #expect(actions.isEmpty) }
        case .attached(let stream): #expect(stream == walk.streams.last)
        case .detached(let grace): #expect(grace == walk.graces.last)
        case .rendered(let grace): #expect(grace == walk.graces.last ?? 0)
        }
        if case .rendered = walk.lifecycle.state { #expect(walk.streams.isEmpty) }
    }
}
