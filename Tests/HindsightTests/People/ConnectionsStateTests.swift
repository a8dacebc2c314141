import Foundation
import HindsightDomain
import Testing

@testable import Hindsight

/// The state of the page of connections without a page and a store.
@Suite(.timeLimit(.minutes(15))) struct ConnectionsStateTests {
    private static func words(_ effects: [ConnectionsState.Effect]) -> [String] { effects.map { "\($0)" } }

    @Test func aSecondClickMakesNoSecondInvitation() {
        var state = ConnectionsState(Connections())
        #expect(Self.words(state.reduce(.invite)) == ["invite"])
        #expect(state.reduce(.invite).isEmpty)
        #expect(Self.words(state.reduce(.invited(.success(.made)))) == ["invited"])
        #expect(Self.words(state.reduce(.invite)) == ["invite"])
        #expect(
            Self.words(state.reduce(.invited(.failure(StoreError.notFound)))) == Self.words([.failed(.unavailable)]))
        #expect(Self.words(state.reduce(.invite)) == ["invite"])
    }

    @Test func moreIsAskedForUpToTheLimitOfPeople() {
        var connections = Connections()
        connections.hasMore = true
        var state = ConnectionsState(connections, limit: ConnectionsState.limit(0))
        var limits: [Int] = []
        while let more = state.more {
            limits.append(more)
            #expect(Self.words(state.reduce(.more)) == ["read(limit: \(more))"])
            _ = state.reduce(.read(.success(connections)))
        }
        #expect(limits.first == 100 && limits.last == Connections.limit && limits.count == 9)
        for (count, limit) in [(Int.min, 50), (120, 120), (.max, 500)] {
            #expect(ConnectionsState.limit(count) == limit)
        }
    }

    @Test func aChangeIsReadFromItsTextAndNoOther() {
        let follow = FollowID(rawValue: 12)
        let invitation = InvitationID(rawValue: 12)
        for change in [
            ConnectionChange.withdraw(invitation), .offerAgain(invitation), .unfollow(follow), .remove(follow),
            .block(follow), .unblock(follow), .restore(follow),
        ] { #expect(ConnectionChange(inputText: change.inputText) == change) }
        for text in ["", "block", "block.", "block.0", "block.-1", "block.1.2", "Block.1", ".1", "everything.1"] {
            #expect(ConnectionChange(inputText: text) == nil, "\(text)")
        }
    }
}
