import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct TimelineTests {
    @Test(arguments: [
        "", "|", "#", "a--b|", "-(ab)-c#", "(a|)", "-[two words]-|", "-[-][|]([#]a)|", "--[[1, 2]]-|", "-a-(b#)",
    ])
    func whatGoesInComesOut(marbles: String) {
        #expect(Timeline.play { $0.hot(marbles) } == marbles)
        #expect(Timeline.play { $0.cold(marbles) } == marbles)
    }

    @Test func aMarbleTakesAFrame() {
        let time = Timeline()
        var moments: [Duration] = []
        let subscription = time.hot("a-(bc)[long]|").subscribe { _ in moments.append(time.scheduler.now) }
        for _ in 0..<5 { time.step() }
        #expect(moments == [0, 2, 2, 3, 4].map { Timeline.frame * $0 })
        subscription.dispose()
    }

    @Test func spacesTakeNoTime() {
        #expect(Timeline.play { $0.hot("a - b   |") } == "a-b|")
    }

    @Test func elementsAreWrittenSoThatTheyCanBeReadAgain() {
        let texts = ["a": "-", "b": "|", "c": "12", "d": "x"]
        #expect(Timeline.play { $0.hot("abcd|").map { texts[$0, default: ""] } } == "[-][|][12]x|")
        #expect(Timeline.play { $0.hot("a|").map { _ in [1, 2] } } == "[[1, 2]]|")
    }

    @Test func whatIsHotGoesOnWithoutItsListenersAndWhatIsColdStartsOver() {
        let time = Timeline()
        let (hot, cold) = (time.hot("a-b-c|"), time.cold("a-b|"))
        time.step()
        time.step()
        let recordings = [time.record(hot), time.record(cold)]
        for _ in 0..<5 { time.step() }
        #expect(recordings.map(\.marbles) == ["--b-c|", "--a-b|"])
    }

    @Test func disposalEndsTheHistory() {
        #expect(Timeline.play(disposedAt: 3) { $0.hot("a-bcd|") } == "a-b")
        let time = Timeline()
        let recording = time.record(time.hot("ab|"))
        time.step()
        recording.dispose()
        time.step()
        #expect(recording.marbles == "a")
    }

    @Test func playLooksAtAsManyFramesAsItIsTold() {
        let interval = { (time: Timeline) in Observable<Int>.interval(Timeline.frame, scheduler: time.scheduler) }
        #expect(Timeline.play(frames: 4, disposedAt: 3, interval) == "-01")
        #expect(Timeline.play(frames: 3) { $0.hot("---a") } == "")
    }

    @Test(arguments: ["(ab", "ab)", "(a(b))", "(a-b)", "[ab", "a]", "[[a]"])
    func whatIsNoMarblesIsAnIssue(text: String) {
        withKnownIssue { _ = Timeline().hot(text) }
        withKnownIssue { _ = Timeline().cold(text) }
    }

    @Test func aMarbleErrorIsWhatFails() {
        let time = Timeline()
        let recording = Recording(time.hot("#"))
        time.step()
        #expect(recording.error as? MarbleError == MarbleError())
    }
}
