import NIOCore

/// Timeouts and limits of a connection.
public struct ConnectionLimits: Sendable {
    /// Time from the opening to a complete first request head.
    public var untilHead: TimeAmount = .seconds(60)
    /// Time from an answer to the next request head.
    public var untilNextHead: TimeAmount = .seconds(75)
    /// Time from a request's head to the end of its body, however its bytes are spread over that time.
    public var body: TimeAmount = .seconds(60)
    /// Bytes of a body that extend its time by one second: a photo of 10 MiB can be sent on a line of 128 kbit/s.
    public var bodyBytesPerSecond = 16 << 10
    /// Number of pieces of a body that may be smaller than 64 bytes. Each costs as much as a large one, and clients
    /// send them only to cause cost; a request with more of them ends its connection.
    public var smallPieces = 4096
    /// Time that an answer waits for a peer that doesn't read.
    public var unread: TimeAmount = .seconds(60)
    /// Time from an answer that came before the end of its request, to that end: the rest of the request is discarded,
    /// so that the peer can read the answer. After it the connection is closed.
    public var lingering: TimeAmount = .seconds(2)
    /// Bytes of such a request that are discarded before the connection is closed early.
    public var lingeringBytes = 256 << 10
    /// Time from the server's shutdown until the connection of a peer that keeps it waiting is closed.
    public var untilStopped: TimeAmount = .seconds(5)

    /// Creates the default limits; each can be set.
    public init() {}
}

/// The deadline of a connection that waits for its peer, computed purely: events in, a deadline out.
/// ``ConnectionGuard`` carries it out.
///
/// ### Invariants
/// - While the peer has to send or to read something, there is a deadline. While only the server works, there is none,
///   nor on a stream whose peer reads.
/// - A deadline is not moved by more events of the same kind: a byte a second doesn't keep a request alive. Only a body
///   gets a second more for each ``ConnectionLimits/bodyBytesPerSecond`` received.
struct ConnectionDeadline {
    private enum Request: Equatable {
        /// No request is being read, since this time.
        case none(NIODeadline)
        /// A request's body is being read, since this time.
        case body(NIODeadline)
        /// A request has been read to its end.
        case whole
    }

    private let limits: ConnectionLimits
    private var request: Request
    private var isFirst = true
    /// Number of bytes of the body read so far.
    private var bodyBytes = 0
    /// Number of requests that have begun and whose answers have not ended. With pipelining there are several.
    private var unanswered = 0
    /// Time since when the peer has not read what is written; nil when it reads.
    private var unreadSince: NIODeadline?
    /// Time since when an unfinished request has had its answer, and the number of its bytes that were discarded since.
    private var lingering: (since: NIODeadline, bytes: Int)?
    private var stopping: NIODeadline?

    init(_ limits: ConnectionLimits, now: NIODeadline) {
        self.limits = limits
        request = .none(now)
    }

    /// Whether the rest of the body is discarded.
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

    /// Time at which the connection has to be closed; nil when its peer keeps nobody waiting.
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
