import Synchronization

/// The open pages of a process, by the address of their stream.
public final class LiveSessions: Sendable {
    private struct State {
        var byAddress: [String: LiveSession] = [:]
        /// Each owner's addresses, oldest first.
        var byOwner: [String: [String]] = [:]
        /// Addresses of pages whose stream is open.
        var attached: Set<String> = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let limitPerOwner: Int

    /// - Parameter limitPerOwner: how many pages one owner can have open; beyond it the oldest is ended, those without
    ///   a stream first.
    public init(limitPerOwner: Int = 64) {
        self.limitPerOwner = limitPerOwner
    }

    /// How many pages are open.
    public var count: Int { state.withLock { $0.byAddress.count } }

    /// The page with that address, if it is open.
    public func find(_ address: String) -> LiveSession? {
        state.withLock { $0.byAddress[address] }
    }

    /// Adds a page. When one with its address is open already (two streams came back at once), that one is given and
    /// stays.
    public func insert(_ session: LiveSession) async -> LiveSession {
        let (kept, surplus) = state.withLock { state -> (LiveSession, LiveSession?) in
            if let known = state.byAddress[session.address] {
                return (known, known === session ? nil : session)
            }
            if state.isClosed { return (session, session) }
            state.byAddress[session.address] = session
            state.byOwner[session.visit.owner, default: []].append(session.address)
            guard let addresses = state.byOwner[session.visit.owner], addresses.count > limitPerOwner
            else { return (session, nil) }
            let oldest = addresses.first { !state.attached.contains($0) } ?? addresses[0]
            return (session, state.byAddress[oldest])
        }
        await surplus?.end()
        return kept
    }

    /// Forgets a page that has ended.
    public func remove(_ session: LiveSession) {
        state.withLock { state in
            guard state.byAddress[session.address] === session else { return }
            state.byAddress[session.address] = nil
            state.attached.remove(session.address)
            state.byOwner[session.visit.owner]?.removeAll { $0 == session.address }
            if state.byOwner[session.visit.owner]?.isEmpty == true { state.byOwner[session.visit.owner] = nil }
        }
    }

    /// Notes whether a page's stream is open.
    public func setAttached(_ session: LiveSession, _ isAttached: Bool) {
        state.withLock { state in
            guard state.byAddress[session.address] === session else { return }
            if isAttached { state.attached.insert(session.address) } else { state.attached.remove(session.address) }
        }
    }

    /// Ends all pages of an owner: signed out.
    public func endAll(of owner: String) async {
        let sessions = state.withLock { state in
            (state.byOwner[owner] ?? []).compactMap { state.byAddress[$0] }
        }
        for session in sessions { await session.end() }
    }

    /// Ends all pages and takes no more: the process stops.
    public func close() async {
        let sessions = state.withLock { state in
            state.isClosed = true
            return Array(state.byAddress.values)
        }
        for session in sessions { await session.end() }
    }
}
