@testable import Streams

/// Marbles on virtual time. A character is a frame of 10 ms: `-` nothing, `a` the element "a", `|` completed, `#` the
/// error ``Oops``, `(ab|)` several events in one frame, `[1a]` an element of more than one character.
final class Timeline {
    static let frame: Duration = .milliseconds(10)

    let scheduler = Scheduler(time: .virtual) { _ in }
    private var frame = 0

    /// The marbles of what `build` makes, of the 40 frames from its subscription on.
    ///
    /// - Parameter end: the frame before which the subscription is disposed.
    static func play<Element>(
        disposedAt end: Int? = nil, _ build: (Timeline) throws -> Observable<Element>
    ) rethrows -> String {
        let time = Timeline()
        let written = time.record(try build(time))
        while time.frame < 40 {
            if time.frame == end { written.subscription?.dispose() }
            time.step()
        }
        return written.marbles
    }

    /// Events that happen whoever listens.
    func hot(_ marbles: String) -> Observable<String> {
        let subject = PublishSubject<String>()
        schedule(marbles) { subject.on($0) }
        return subject.asObservable()
    }

    /// Events that start over with each subscription.
    func cold(_ marbles: String) -> Observable<String> {
        .create { observer in
            let scheduled = CompositeDisposable()
            self.schedule(marbles, in: scheduled) { observer.on($0) }
            return scheduled
        }
    }

    /// Writes down what a sequence says from now on.
    func record<Element>(_ source: Observable<Element>) -> Record {
        let record = Record()
        record.subscription = source.subscribe { [unowned self] event in record.write(event, at: self.frame) }
        return record
    }

    /// Lets one frame pass, what falls due in it included.
    func step() {
        // Time stops in the middle of frames: what is due at the start of the next one belongs to that.
        scheduler.advance(by: frame == 0 ? Self.frame / 2 : Self.frame)
        frame += 1
    }

    private func schedule(
        _ marbles: String, in lifetime: CompositeDisposable = CompositeDisposable(),
        _ send: @escaping (Event<String>) -> Void
    ) {
        for (frame, event) in Self.parse(marbles) {
            lifetime.insert(scheduler.schedule(after: Self.frame * frame) { send(event) })
        }
    }

    private static func parse(_ marbles: String) -> [(Int, Event<String>)] {
        var events: [(Int, Event<String>)] = []
        var frame = 0
        var isGroup = false
        var text: String?
        for character in marbles {
            switch character {
            case "[": text = ""
            case "]":
                events.append((frame, .next(text ?? "")))
                text = nil
            case _ where text != nil:
                text?.append(character)
                continue
            case "(": isGroup = true
            case ")": isGroup = false
            case "-": break
            case "|": events.append((frame, .completed))
            case "#": events.append((frame, .error(Oops())))
            default: events.append((frame, .next(String(character))))
            }
            if !isGroup, text == nil { frame += 1 }
        }
        return events
    }
}

/// What was seen of a sequence.
final class Record {
    var subscription: (any Disposable)?
    private var frames: [[String]] = []

    var marbles: String {
        frames.map { $0.isEmpty ? "-" : $0.count == 1 ? $0[0] : "(" + $0.joined() + ")" }.joined()
    }

    func write(_ event: Event<some Any>, at frame: Int) {
        while frames.count <= frame { frames.append([]) }
        switch event {
        case .next(let element):
            let text = "\(element)"
            frames[frame].append(text.count == 1 ? text : "[\(text)]")
        case .error: frames[frame].append("#")
        case .completed: frames[frame].append("|")
        }
    }
}

struct Oops: Error, Equatable {}
struct OtherOops: Error, Equatable {}
