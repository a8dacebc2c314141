import Foundation
import HindsightDomain
import Live
import Streams

/// The people that an account is connected with: whom it invites, who follows it, and whom it follows.
struct ConnectionsViewModel: ViewModel {
    struct Input {
        let viewDidAppear: Observable<Void>
        /// Reads the lists again.
        let headerRefresh: Observable<Void>
        /// Shows more of each list.
        let footerRefresh: Observable<Void>
        /// Makes an invitation.
        let invite: Observable<Void>
        let change: Observable<ConnectionChange>
        let changes: Observable<Void>
    }

    struct Output {
        /// The handle of the account's page, without which it can't invite; nil for none.
        let handle: Driver<Handle?>
        let invitations: Driver<[Invitation]>
        let followers: Driver<[Connection]>
        let followed: Driver<[Connection]>
        let blocked: Driver<[Connection]>
        /// Whether the list of followers is empty.
        let noFollowers: Driver<Bool>
        /// Whether the list of those whom the account follows is empty.
        let noFollowed: Driver<Bool>
        /// Number of rows of each list that the next request for more asks for; nil when all are shown.
        let more: Driver<Int?>
        let limit: Driver<Int>
        let invited: Signal<Void>
        let changed: Signal<ConnectionChange>
        let failAlert: Signal<ConnectionsFailure>
    }

    let people: GoalRequests<any FollowStore>
    let initial: ConnectionsState
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let machine = Machine(initial, until: bag) { [people] effect in
            switch effect {
            case .read(let limit):
                .latest("lists", people.read { try await $0.connections(of: $1, limit: limit) }, then: { .read($0) })
            case .invite: .inOrder(people.write { try await $0.invite(by: $1) }, then: { .invited($0) })
            case .change(let change):
                .inOrder(people.write { try await $0.change(change, of: $1) }, then: { .changed(change, $0) })
            case .invited, .changed, .failed: nil
            }
        }
        machine.on(input.viewDidAppear) { .look }
        machine.on(input.headerRefresh) { .look }
        machine.on(input.changes) { .look }
        machine.on(input.footerRefresh) { .more }
        machine.on(input.invite) { .invite }
        machine.on(input.change) { .change($0) }
        return Output(
            handle: machine.select(\.connections.handle),
            invitations: machine.select(\.connections.invitations),
            followers: machine.select(\.connections.followers), followed: machine.select(\.connections.followed),
            blocked: machine.select(\.connections.blocked),
            noFollowers: machine.select(\.connections.followers.isEmpty),
            noFollowed: machine.select(\.connections.followed.isEmpty),
            more: machine.select(\.more), limit: machine.select(\.limit),
            invited: machine.signal { if case .invited = $0 { () } else { nil } },
            changed: machine.signal { if case .changed(let change) = $0 { change } else { nil } },
            failAlert: machine.signal { if case .failed(let failure) = $0 { failure } else { nil } })
    }
}

/// Reasons why the lists can't be shown or changed.
enum ConnectionsFailure: Error, Hashable {
    case tooManyInvitations(until: Date)
    case handleIsMissing
    /// The connection is not there any more, or the time to undo is over.
    case isOver
    /// The lists could not be read.
    case unreadable
    /// A change was not made.
    case unavailable
}

/// State of the page of an account's connections.
struct ConnectionsState: MachineState {
    enum Event {
        case look, more, invite
        case change(ConnectionChange)
        case read(Result<Connections?, any Error>)
        case invited(Result<InvitationOutcome, any Error>)
        case changed(ConnectionChange, Result<Void, any Error>)
    }

    enum Effect {
        case read(limit: Int)
        case invite
        case change(ConnectionChange)
        case invited
        case changed(ConnectionChange)
        case failed(ConnectionsFailure)
    }

    /// Number of rows that each list shows first, and that each request for more adds.
    static let sliceSize = 50

    private(set) var connections: Connections
    /// Number of rows of each list at most.
    private(set) var limit: Int
    private var isInviting = false
    /// The ``limit`` after the next request for more; nil when all rows are shown.
    var more: Int? {
        connections.hasMore && limit < Connections.limit ? Self.limit(limit + Self.sliceSize) : nil
    }

    /// - Parameters:
    ///   - connections: the lists as they were read.
    ///   - limit: number of rows of each list that were asked for.
    init(_ connections: Connections, limit: Int = sliceSize) {
        self.connections = connections
        self.limit = limit
    }

    /// Returns the number of rows to ask for when somebody asks for `count`.
    static func limit(_ count: Int) -> Int { min(max(count, sliceSize), Connections.limit) }

    mutating func reduce(_ event: Event) -> [Effect] {
        switch event {
        case .look: return [.read(limit: limit)]
        case .more:
            limit = more ?? limit
            return [.read(limit: limit)]
        case .invite:
            // A second click.
            guard !isInviting else { return [] }
            isInviting = true
            return [.invite]
        case .change(let change): return [.change(change)]
        case .read(.success(let connections)):
            // The account is gone; its pages end by themselves.
            self.connections = connections ?? Connections()
            return []
        case .read(.failure): return [.failed(.unreadable)]
        // The lists are read when the store tells of the change.
        case .invited(let result):
            isInviting = false
            return [invited(result)]
        case .changed(let change, .success): return [.changed(change)]
        case .changed(_, .failure(StoreError.notFound)), .changed(_, .failure(StoreError.nothingToRestore)):
            return [.failed(.isOver)]
        case .changed(_, .failure): return [.failed(.unavailable)]
        }
    }

    private func invited(_ result: Result<InvitationOutcome, any Error>) -> Effect {
        switch result {
        case .success(.made): .invited
        case .success(.handleIsMissing): .failed(.handleIsMissing)
        case .success(.tooMany(let date)): .failed(.tooManyInvitations(until: date))
        case .failure: .failed(.unavailable)
        }
    }
}

extension ConnectionChange: InputValue {
    /// Written as the name of the change and the ID, such as `unfollow.12`.
    package init?(inputText: String) {
        let parts = inputText.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int64(plainDecimal: parts[1]) else { return nil }
        let (invitation, follow) = (InvitationID(rawValue: number), FollowID(rawValue: number))
        switch parts[0] {
        case "withdraw": self = .withdraw(invitation)
        case "offerAgain": self = .offerAgain(invitation)
        case "unfollow": self = .unfollow(follow)
        case "remove": self = .remove(follow)
        case "block": self = .block(follow)
        case "unblock": self = .unblock(follow)
        case "restore": self = .restore(follow)
        default: return nil
        }
    }

    /// The text that ``init(inputText:)`` reads.
    var inputText: String {
        switch self {
        case .withdraw(let id): "withdraw.\(id.rawValue)"
        case .offerAgain(let id): "offerAgain.\(id.rawValue)"
        case .unfollow(let id): "unfollow.\(id.rawValue)"
        case .remove(let id): "remove.\(id.rawValue)"
        case .block(let id): "block.\(id.rawValue)"
        case .unblock(let id): "unblock.\(id.rawValue)"
        case .restore(let id): "restore.\(id.rawValue)"
        }
    }
}
