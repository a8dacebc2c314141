import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing) struct EventTests {
    @Test func anEventKnowsWhatItCarries() {
        #expect(Event.next(1).element == 1)
        #expect(Event.next(1).error == nil)
        #expect(!Event.next(1).isStopEvent)
        #expect(Event<Int>.error(Oops()).error is Oops)
        #expect(Event<Int>.error(Oops()).element == nil)
        #expect(Event<Int>.error(Oops()).isStopEvent)
        #expect(Event<Int>.completed.element == nil)
        #expect(Event<Int>.completed.error == nil)
        #expect(Event<Int>.completed.isStopEvent)
    }

    @Test func mapTransformsTheElementOnly() {
        #expect(Event.next(1).map { $0 + 1 }.element == 2)
        #expect(Event.next(1).map { _ -> Int in throw Oops() }.error is Oops)
        #expect(Event<Int>.error(Oops()).map { $0 + 1 }.error is Oops)
        #expect(Event<Int>.completed.map { $0 + 1 }.isStopEvent)
    }
}
