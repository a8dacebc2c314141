import Live
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct TopicsTests {
    private final class Recorder: Sendable {
        private let kept = Mutex<[Int]>([])

        var messages: [Int] { kept.withLock { $0 } }

        func keep(_ message: Int) { kept.withLock { $0.append(message) } }
    }

    private let topics = Topics<String, Int>()
    private let recorder = Recorder()

    private func observe(_ topic: String) -> @Sendable () -> Void {
        topics.observe(topic) { [recorder] in recorder.keep($0) }
    }

    @Test func everyObserverOfTheTopicIsToldAndNoOther() {
        let stops = [observe("a"), observe("a"), observe("b")]
        topics.publish(7, of: "a")
        #expect(recorder.messages == [7, 7])
        for stop in stops { stop() }
    }

    @Test func everyObserverOfEveryTopicIsToldAndOfManyEachOnce() async {
        let stops = (0..<200).map { observe("\($0 % 7)") }
        await topics.publishToAll(7)
        #expect(recorder.messages == Array(repeating: 7, count: 200))
        for stop in stops { stop() }
        await topics.publishToAll(8)
        #expect(recorder.messages.count == 200)
    }

    @Test func aTaskThatIsCancelledTellsNoMoreThanItHasBegun() async {
        let stops = (0..<200).map { observe("\($0)") }
        let task = Task { [topics] in
            withUnsafeCurrentTask { $0?.cancel() }
            await topics.publishToAll(7)
        }
        await task.value
        #expect(recorder.messages.count == 64)
        for stop in stops { stop() }
    }

    @Test func whoStopsIsForgotten() {
        let stop = observe("a")
        #expect(topics.observerCount == 1)
        stop()
        #expect(topics.observerCount == 0)
        topics.publish(7, of: "a")
        #expect(recorder.messages.isEmpty)
    }

    @Test func anObserverDoesNotKeepTheTopics() {
        weak var held: Topics<String, Int>?
        let stop: @Sendable () -> Void
        do {
            let topics = Topics<String, Int>()
            held = topics
            stop = topics.observe("a") { _ in }
        }
        #expect(held == nil)
        stop()
    }
}
