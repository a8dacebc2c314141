import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct RecordingTests {
    private struct Oops: Error {}

    @Test func whatComesIsWrittenDownInOrder() {
        let source = BehaviorSubject(value: 1)
        let recording = Recording(source)
        source.onNext(2)
        #expect(recording.values == [1, 2])
        #expect(!recording.hasCompleted)
        source.onCompleted()
        #expect(recording.events.count == 3)
        #expect(recording.hasCompleted)
        #expect(recording.error == nil)
    }

    @Test func anErrorIsWrittenDownAsTheEnd() {
        let recording = Recording(Observable.of(1, 2).concat(Observable.error(Oops())))
        #expect(recording.values == [1, 2])
        #expect(recording.error is Oops)
        #expect(!recording.hasCompleted)
    }

    @Test func disposalEndsItAndKeepsWhatWasWritten() {
        let relay = PublishRelay<Int>()
        let recording = Recording(relay)
        relay.accept(1)
        recording.dispose()
        relay.accept(2)
        #expect(recording.values == [1])
        #expect(!relay.hasObservers)
    }

    @Test func itsReleaseEndsTheSubscription() {
        let relay = PublishRelay<Int>()
        var recording: Recording<Int>? = Recording(relay)
        #expect(recording?.values == [])
        #expect(relay.hasObservers)
        recording = nil
        #expect(!relay.hasObservers)
    }
}
