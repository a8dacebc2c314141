import Crypto
import Hummingbird
import Live
import Synchronization

/// Who a request comes from: somebody who is signed in, or a browser that the pages know again.
public struct Visitor: Sendable {
    /// The owner of the visitor's pages: the account, or the browser.
    public var owner: String
    /// The login, as something that is safe to log: pages end with it. A guest's is the owner.
    public var login: String
    /// How long the login lasts from now; nil when it has no end.
    public var remaining: Duration?
    /// The secret behind the token that this browser's forms carry. It stands in no page; see ``makeFormToken()``.
    public var csrf: String
    /// The account's own choice of language, if it made one.
    public var language: String?
    /// The account's own choice of `light` or `dark`, if it made one.
    public var theme: String?
    /// The account's time zone, an IANA identifier; nil when it is not known.
    public var timeZone: String?
    /// What the account's owner is called; nil when there is no name.
    public var name: String?
    /// Whether nobody is signed in.
    public internal(set) var isGuest = false

    /// - Parameters:
    ///   - owner: the account, as the pages' owner.
    ///   - login: the login, as something that is safe to log.
    ///   - remaining: how long the login lasts from now; nil when it has no end.
    ///   - csrf: the secret behind the token that this browser's forms carry.
    ///   - language: the account's own choice; nil leaves it to the browser.
    ///   - theme: the account's own choice, `light` or `dark`; nil leaves it to the browser.
    ///   - timeZone: an IANA identifier; nil when it is not known.
    ///   - name: what the account's owner is called; nil when there is no name.
    public init(
        owner: String, login: String, remaining: Duration? = nil, csrf: String, language: String? = nil,
        theme: String? = nil, timeZone: String? = nil, name: String? = nil
    ) {
        self.owner = owner
        self.login = login
        self.remaining = remaining
        self.csrf = csrf
        self.language = language
        self.theme = theme
        self.timeZone = timeZone
        self.name = name
    }

    /// The token for the forms of one answer, which a browser sends back as it is: ``csrf``, masked in a way of its own,
    /// so that nothing can be learned of it from how well the answer was compressed.
    public func makeFormToken() -> String { FormToken.mask(csrf) }
}

/// Who a request comes from, found when it is first asked for and then known to all that handle the request. Many
/// requests never ask, such as those for files.
public final class RequestIdentity: Sendable {
    typealias Find = @Sendable (Request) async throws -> Visitor?

    private struct State {
        var source: (find: Find, request: Request)?
        /// A failure is known as well: the page that tells it must not wait for the same failure again.
        var known: Result<Visitor?, any Error>?
        var form: [String: String]?
        var trustsProxies = false
    }

    private let state = Mutex(State())

    init() {}

    func set(_ find: @escaping Find, of request: Request, trustsProxies: Bool) {
        state.withLock { state in
            state.source = (find, request)
            state.trustsProxies = trustsProxies
        }
    }

    /// Whether what any connection says of where it got a request from is believed.
    var trustsProxies: Bool { state.withLock { $0.trustsProxies } }

    /// Who the request comes from; nil for a browser that is not known. An error is that of the store.
    public var visitor: Visitor? {
        get async throws {
            if let known = state.withLock({ $0.known }) { return try known.get() }
            return try await findAgain()
        }
    }

    /// The same, looked for anew: somebody may have signed out since.
    func findAgain() async throws -> Visitor? {
        guard let (find, request) = state.withLock({ $0.source }) else { return nil }
        let known: Result<Visitor?, any Error>
        do { known = .success(try await find(request)) } catch { known = .failure(error) }
        state.withLock { $0.known = known }
        return try known.get()
    }

    /// The fields of the form in the request's body, which can be read only once.
    func form(_ request: Request) async throws -> [String: String] {
        if let form = state.withLock({ $0.form }) { return form }
        let form = try await FormBody.read(request)
        state.withLock { $0.form = form }
        return form
    }
}

/// The cookie by which the browser of somebody who is not signed in is known again. Nothing is stored for it: it is a
/// random number, signed, so that only numbers that were given out here are somebody's.
struct GuestCookie: Sendable {
    static let name = "visitor"
    private let mac: HMAC<SHA256>

    /// - Parameter key: at least 32 bytes.
    init(_ key: [UInt8]) {
        mac = HMAC<SHA256>(key: SymmetricKey(data: key))
    }

    /// The guest of a request; nil for a browser that has none of these cookies.
    func visitor(of request: Request) -> Visitor? {
        guard let parts = request.siteCookie(Self.name)?.split(separator: "."), parts.count == 2,
            let number = Base64URL.decode(parts[0]), let signature = Base64URL.decode(parts[1]),
            constantTimeEqual(signature, sign("guest", number))
        else { return nil }
        return visitor(number)
    }

    /// A guest who was not here before, and the cookie's value.
    func makeVisitor() -> (Visitor, cookie: String) {
        let number = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        return (visitor(number), Base64URL.encode(number) + "." + Base64URL.encode(sign("guest", number)))
    }

    private func visitor(_ number: [UInt8]) -> Visitor {
        // What is logged of it gives nobody the cookie.
        let owner = "guest-" + Base64URL.encode(sign("owner", number))
        var visitor = Visitor(owner: owner, login: owner, csrf: Base64URL.encode(sign("csrf", number)))
        visitor.isGuest = true
        return visitor
    }

    private func sign(_ purpose: String, _ number: [UInt8]) -> [UInt8] {
        var mac = mac
        mac.update(data: Array("visitor \(purpose)\n".utf8))
        mac.update(data: number)
        return Array(mac.finalize().prefix(16))
    }
}

/// Compares without telling by its time where the difference is.
func constantTimeEqual(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}
