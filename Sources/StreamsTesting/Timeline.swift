import Streams
import Testing

/// A virtual timeline on which streams are written as marbles: the input, and the expected history of the output.
///
///     let marbles = Timeline.play { time in
///         time.hot("ab--c-|").debounce(Timeline.frame * 2, scheduler: time.scheduler)
///     }
///     #expect(marbles == "---b--(c|)")
///
/// A character is a frame of 10 ms:
///
/// | marble | means |
/// |---|---|
/// | `-` | nothing |
/// | `a` | the element "a" |
/// | `[1a]` | the element "1a": more than one character, or one that means something else by itself |
/// | `(ab)` | several events in one frame |
/// | `\|` | completed |
/// | `#` | failed, with a ``MarbleError`` |
///
/// Spaces are ignored and take no time. A malformed text is recorded as an issue of the test.
public final class Timeline {
    /// Duration of a marble.
    public static let frame: Duration = .milliseconds(10)

    /// The scheduler for the operators under test; its time is this timeline's.
    public let scheduler = Scheduler(time: .virtual) { _ in }
    private var frame = 0

    /// Creates a timeline at the start of its first frame.
    public init() {}

    /// Plays a sequence on a timeline of its own, and returns its marbles from the subscription on.
    ///
    /// - Parameters:
    ///   - count: the number of frames to play.
    ///   - end: the frame before which the subscription is disposed of; nil for never.
    ///   - build: makes the sequence; it gets the timeline that the sequence is played on.
    public static func play<Element>(
        frames count: Int = 40, disposedAt end: Int? = nil, _ build: (Timeline) throws -> Observable<Element>
    ) rethrows -> String {
        let time = Timeline()
        let recording = time.record(try build(time))
        while time.frame < count {
            if time.frame == end { recording.dispose() }
            time.step()
        }
        return recording.marbles
    }

    /// Returns a sequence whose events happen from this frame on, whether or not it has subscribers.
    public func hot(_ marbles: String, sourceLocation: SourceLocation = #_sourceLocation) -> Observable<String> {
        let subject = PublishSubject<String>()
        for (frame, event) in Marbles.read(marbles, sourceLocation) {
            _ = scheduler.schedule(after: Self.frame * frame) { subject.on(event) }
        }
        return subject.asObservable()
    }

    /// Returns a sequence whose events begin anew with each subscription.
    public func cold(_ marbles: String, sourceLocation: SourceLocation = #_sourceLocation) -> Observable<String> {
        let events = Marbles.read(marbles, sourceLocation)
        return .create { [scheduler] observer in
            let scheduled = CompositeDisposable()
            for (frame, event) in events {
                scheduled.insert(scheduler.schedule(after: Self.frame * frame) { observer.on(event) })
            }
            return scheduled
        }
    }

    /// Records every event of a sequence from now on. The first marble stands for the timeline's first frame.
    public func record(_ source: some ObservableConvertibleType) -> MarbleRecording {
        let log = MarbleRecording.Log()
        let subscription = source.asObservable().subscribe { [weak self] event in
            if let self { log.write(event, at: self.frame) }
        }
        return MarbleRecording(log, subscription)
    }

    /// Advances time by one frame, and runs everything that falls due in it.
    public func step() {
        // Time stops at the start of the next frame; what is due then belongs to that frame.
        let instant = Duration(attoseconds: 1)
        scheduler.advance(by: Self.frame - instant)
        scheduler.jump(by: instant)
        frame += 1
    }
}

/// A recording of a sequence on a ``Timeline``.
public final class MarbleRecording: Disposable {
    final class Log {
        var frames: [[String]] = []

        func write(_ event: Event<some Any>, at frame: Int) {
            while frames.count <= frame { frames.append([]) }
            frames[frame].append(Marbles.text(of: event))
        }
    }

    private let log: Log
    private let subscription: any Disposable

    init(_ log: Log, _ subscription: any Disposable) {
        self.log = log
        self.subscription = subscription
    }

    /// The marbles so far, up to the frame of the last event.
    public var marbles: String {
        log.frames.map { $0.isEmpty ? "-" : $0.count == 1 ? $0[0] : "(" + $0.joined() + ")" }.joined()
    }

    /// Ends the subscription; the recorded events stay.
    public func dispose() { subscription.dispose() }
}
