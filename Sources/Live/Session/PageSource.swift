/// The states of what owners' pages show, which tell for how long a document can be kept.
///
/// An app implements it over its store, and names it where it serves a page; see `LivePages` in `LiveHTTP`.
public protocol PageRevisions: Sendable {
    /// Returns a text that is another one whenever a page of this visit could show something else than before: after a
    /// change of the owner's data, on another day. It is the same again after a restart if nothing has changed.
    ///
    /// - Parameter visit: the request context, without what belongs to one page or one login.
    /// - Returns: nil when that can't be told without waiting, or while the store does not answer.
    func revision(for visit: Visit) -> String?

    /// Returns the revision that the store has now, with what other processes have changed. It differs from every earlier value
    /// if anything that a page shows has changed before the call.
    ///
    /// Implement it where ``revision(for:)`` returns only what is known already, and have that one know it afterwards, for longer
    /// than the time between two heartbeats (``SessionLimits/heartbeat``). Without it ``revision(for:)`` is used.
    ///
    /// - Parameter visit: the request context, without what belongs to one page or one login.
    /// - Returns: nil when that can't be told. Then nothing is kept.
    func readRevision(for visit: Visit) async -> String?

    /// Number of the present period. While it stays the same, nothing but changes of owners' data, which are observed,
    /// makes a revision another one; so an open page asks for its revision once a period.
    var period: Int { get }

    /// Calls `notify` after each change of an owner's data, from any thread.
    ///
    /// - Returns: a closure that ends the observation.
    func observe(_ owner: String, _ notify: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

extension PageRevisions {
    public func readRevision(for visit: Visit) async -> String? { revision(for: visit) }
}

/// The state and the visit that a page's document is made from, and those of its owner's other pages at its address as
/// well: they have one document, and if they are shared, one graph until somebody acts on one of them.
public final class PageSource: Sendable {
    /// The parts of a visit that a shared document can depend on. All that it is made from is here: the screen gets a
    /// visit with nothing else in it.
    struct Key: Hashable, Sendable {
        let path: String
        let query: String
        let language: String
        let theme: String?
        let timeZone: String?
        /// Empty for a visitor who isn't signed in: nobody has anything of their own then.
        let owner: String
        let ownerName: String?
        let isGuest: Bool
        let origin: String
        /// Key of the documents of this version of the app.
        let release: String

        init(_ visit: Visit, release: String) {
            self.release = release
            path = visit.path
            query = visit.query.text
            language = visit.language
            theme = visit.theme
            timeZone = visit.timeZone
            owner = visit.isGuest ? "" : visit.owner
            ownerName = visit.ownerName
            isGuest = visit.isGuest
            origin = visit.origin
        }

        /// Estimated memory in bytes.
        var size: Int { 256 + path.utf8.count + query.utf8.count + origin.utf8.count }

        /// The key as a text.
        var text: String {
            [
                path, query, language, theme ?? "", timeZone ?? "", owner, ownerName ?? "\n", "\(isGuest)", origin,
                release,
            ]
            .joined(separator: "\n")
        }
    }

    let key: Key
    /// Whether the pages have one graph until they are acted on.
    let isShared: Bool
    /// The visit that the document is made for.
    let visit: Visit
    private let revisions: any PageRevisions
    private let makeEpoch: @Sendable (String) -> String
    let makeScreen: @Sendable (Visit) async throws -> any Screen

    /// - Parameters:
    ///   - visit: the request context of one page.
    ///   - revisions: the states of what is shown.
    ///   - release: a text that changes with the app and its files, and with them the documents.
    ///   - isShared: whether what a page shows depends on nothing but the state, the visit and what the page itself did.
    ///     Then the open pages have one graph until they are acted on.
    ///   - epoch: makes a short text without dots of a longer one: of another one another, and the same again after a
    ///     restart.
    ///   - makeScreen: makes the screen of a visit.
    public init(
        _ visit: Visit, revisions: any PageRevisions, release: String = "", isShared: Bool = false,
        epoch: @escaping @Sendable (String) -> String,
        makeScreen: @escaping @Sendable (Visit) async throws -> any Screen
    ) {
        key = Key(visit, release: release)
        self.isShared = isShared
        var shared = Visit(
            path: visit.path, query: visit.query, language: visit.language, theme: visit.theme, assets: visit.assets,
            timeZone: visit.timeZone, owner: key.owner, isGuest: visit.isGuest, csrf: Placeholder.text(.token),
            pageName: Placeholder.text(.name))
        shared.ownerName = visit.ownerName
        shared.origin = visit.origin
        self.visit = shared
        self.revisions = revisions
        makeEpoch = epoch
        self.makeScreen = makeScreen
    }

    /// The state of what is shown, as far as it is known; nil when it can't be told.
    var revision: String? { revisions.revision(for: visit) }

    /// Returns the present state of what is shown; nil when it can't be told.
    func readRevision() async -> String? { await revisions.readRevision(for: visit) }

    /// Whether a page with that last change shows a document of that state.
    func shows(_ revision: String, after lastEventID: String?) -> Bool {
        guard let id = lastEventID.flatMap({ EventID($0) }), id.version == 0 else { return false }
        return id.epoch == epoch(revision)
    }

    /// The text before the dot in the ids of a document of that state.
    func epoch(_ revision: String) -> String { makeEpoch("\(key.text)\n\(revision)") }

    var period: Int { revisions.period }

    func observe(_ notify: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        revisions.observe(visit.owner, notify)
    }
}
