import NIOCore

/// How long a connection waits for its peer.
public struct ConnectionLimits: Sendable {
    /// From the opening to a whole first request head.
    public var untilHead: TimeAmount = .seconds(60)
    /// From an answer to the next request head.
    public var untilNextHead: TimeAmount = .seconds(75)
    /// From a request's head to the end of its body, however its bytes are spread over that time.
    public var body: TimeAmount = .seconds(60)
    /// For each so many bytes of a body, in bytes, it has a second more: a large file takes its time on a slow line.
    public var bodyBytesPerSecond = 64 << 10
    /// How many pieces of a body may be smaller than 64 bytes. Each costs as much as a large one, and nobody sends such but
    /// to cost much; a request with more ends its connection.
    public var smallPieces = 4096
    /// While an answer waits for a peer that doesn't read.
    public var unread: TimeAmount = .seconds(60)
    /// From an answer that came before the end of its request, to that end: what is still on its way is dropped, so that
    /// the peer can read the answer. After it the connection ends.
    public var lingering: TimeAmount = .seconds(2)
    /// What is dropped of such a request, in bytes, before the connection ends sooner.
    public var lingeringBytes = 256 << 10
    /// From the server's wish to stop, for a peer that keeps it waiting.
    public var untilStopped: TimeAmount = .seconds(5)

    /// The limits as they stand here; each can be set.
    public init() {}
}

/// Until when a connection waits for its peer, decided purely: events in, a deadline out. ``ConnectionGuard`` acts.
///
/// ### Invariants
/// - While the peer has to send or to read something, there is a deadline. While only the server works, there is none,
///   nor on a stream whose peer reads.
/// - A deadline of one kind is not moved by more of the same: a byte a second doesn't keep a request alive. Only a body has
///   a second more for what takes a second on a slow line.
struct ConnectionDeadline {
    private enum Request: Equatable {
        /// None is being read; since when.
        case none(NIODeadline)
        /// Its body is being read; since when.
        case body(NIODeadline)
        /// It has been read whole.
        case whole
    }

    private let limits: ConnectionLimits
    private var request: Request
    private var isFirst = true
    /// How many bytes of a body have been read.
    private var bodyBytes = 0
    /// How many requests have begun whose answers have not ended. Who doesn't wait for an answer has several.
    private var unanswered = 0
    /// Since when what is written is not read.
    private var unreadSince: NIODeadline?
    /// Since when an unfinished request has had its answer, and how many bytes of it have been dropped.
    private var lingering: (since: NIODeadline, bytes: Int)?
    private var stopping: NIODeadline?

    init(_ limits: ConnectionLimits, now: NIODeadline) {
        self.limits = limits
        request = .none(now)
    }

    /// Whether what comes of a body is dropped.
    var isLingering: Bool { lingering != nil }

    mutating func readHead(now: NIODeadline) {
        isFirst = false
        request = .body(now)
        bodyBytes = 0
        unanswered += 1
    }

    mutating func readBody(_ bytes: Int) {
        bodyBytes += bytes
    }

    mutating func readEnd(now: NIODeadline) {
        request = unanswered > 0 ? .whole : .none(now)
        lingering = nil
    }

    mutating func drop(_ bytes: Int) {
        lingering?.bytes += bytes
    }

    mutating func wroteEnd(now: NIODeadline) {
        unanswered -= 1
        guard unanswered == 0 else { return }
        if case .body = request { lingering = (now, 0) } else { request = .none(now) }
    }

    mutating func becameWritable(_ isWritable: Bool, now: NIODeadline) {
        unreadSince = isWritable ? nil : unreadSince ?? now
    }

    mutating func stop(now: NIODeadline) {
        stopping = stopping ?? now
    }

    /// When the connection is to be closed as things are; nil when its peer keeps nobody waiting.
    var deadline: NIODeadline? {
        if let lingering {
            return lingering.bytes > limits.lingeringBytes ? lingering.since : lingering.since + limits.lingering
        }
        var earliest: NIODeadline?
        func consider(_ deadline: NIODeadline) {
            earliest = min(earliest ?? deadline, deadline)
        }
        switch request {
        case .none(let since): consider(since + (isFirst ? limits.untilHead : limits.untilNextHead))
        case .body(let since): consider(since + limits.body + .seconds(Int64(bodyBytes / limits.bodyBytesPerSecond)))
        case .whole: break
        }
        if let unreadSince { consider(unreadSince + limits.unread) }
        if let stopping, request != .whole || unreadSince != nil { consider(stopping + limits.untilStopped) }
        return earliest
    }
}
