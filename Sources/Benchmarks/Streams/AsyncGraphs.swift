import AsyncAlgorithms

// The graphs of OperatorGraphs.swift with swift-async-algorithms. Their events come from a child task of the one that
// reads them, through an AsyncStream that keeps all: neither waits for the other longer than it has to.
//
// There is a flatMapLatest too, but in 1.1.4 it stops for good or traps when its sequences follow each other quickly
// (swift-async-algorithms#437), so it can't be measured.

struct AsyncChain: AsyncGraph {
    static func run(_ events: Int) async -> Int {
        let (input, continuation) = AsyncStream.makeStream(of: Int.self)
        async let sent: Void = send(events, to: continuation)
        var total = 0
        for await value in input.map({ $0 &+ 1 }).filter({ $0 != -1 }).reductions(0, { $0 &+ $1 }) { total &+= value }
        await sent
        return total
    }
}

/// The same, each event taken before the next is sent: as a relay does it.
struct AsyncChannelChain: AsyncGraph {
    static func run(_ events: Int) async -> Int {
        let input = AsyncChannel<Int>()
        async let sent: Void = send(events, to: input)
        var total = 0
        for await value in input.map({ $0 &+ 1 }).filter({ $0 != -1 }).reductions(0, { $0 &+ $1 }) { total &+= value }
        await sent
        return total
    }

    private static func send(_ events: Int, to channel: AsyncChannel<Int>) async {
        for event in 0..<events { await channel.send(event) }
        channel.finish()
    }
}

struct AsyncCombined: AsyncGraph {
    static func run(_ events: Int) async -> Int {
        let (first, continuation) = AsyncStream.makeStream(of: Int.self)
        async let sent: Void = send(events, to: continuation)
        var total = 0
        for await value in combineLatest(first, one(), one()).map({ $0 &+ $1 &+ $2 }) { total = value }
        await sent
        return total
    }

    private static func one() -> AsyncStream<Int> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        continuation.yield(1)
        continuation.finish()
        return stream
    }
}

private func send(_ events: Int, to continuation: AsyncStream<Int>.Continuation) async {
    for event in 0..<events { continuation.yield(event) }
    continuation.finish()
}
