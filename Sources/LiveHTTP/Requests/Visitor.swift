import Crypto
import Hummingbird
import Live
import Synchronization

/// The visitor that a request comes from: a signed-in account, or a known browser.
public struct Visitor: Sendable {
    /// The owner of the visitor's pages: the account, or the browser.
    public var owner: String
    /// The login, as a text that is safe to log: pages end with it. A guest's is the owner.
    public var login: String
    /// Time until the login ends; nil when it has no end.
    public var remaining: Duration?
    /// The secret behind the token of this browser's forms. It is never written into a page; see ``makeFormToken()``.
    public var csrf: String
    /// The account's own choice of language; nil for none.
    public var language: String?
    /// The account's own choice of `light` or `dark`; nil for none.
    public var theme: String?
    /// The account's time zone, an IANA identifier; nil when it is not known.
    public var timeZone: String?
    /// Display name of the account's owner; nil for none.
    public var name: String?
    /// Whether nobody is signed in.
    public internal(set) var isGuest = false

    /// - Parameters:
    ///   - owner: the account, as the pages' owner.
    ///   - login: the login, as a text that is safe to log.
    ///   - remaining: the time until the login ends; nil when it has no end.
    ///   - csrf: the secret behind the token of this browser's forms.
    ///   - language: the account's own choice; nil leaves it to the browser.
    ///   - theme: the account's own choice, `light` or `dark`; nil leaves it to the browser.
    ///   - timeZone: an IANA identifier; nil when it is not known.
    ///   - name: the display name of the account's owner; nil for none.
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

    /// Returns the token for the forms of one answer, which a browser sends back unchanged: ``csrf``, masked
    /// differently each time, so that nothing can be learned of it from the size of the compressed answer.
    public func makeFormToken() -> String { FormToken.mask(csrf) }
}

/// The visitor of a request, found when it is first needed and then stored for everything that handles the request.
/// Many requests never need it, such as those for files.
public final class RequestIdentity: Sendable {
    typealias Find = @Sendable (Request) async throws -> Visitor?

    private struct State {
        var source: (find: Find, request: Request)?
        /// The visitor found, or the error: the page that shows it must not wait for the same failure again.
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

    /// Whether the `X-Forwarded-For` of every peer is used.
    var trustsProxies: Bool { state.withLock { $0.trustsProxies } }

    /// The visitor that the request comes from; nil for an unknown browser. Throws the error of the store.
    public var visitor: Visitor? {
        get async throws {
            if let known = state.withLock({ $0.known }) { return try known.get() }
            guard let (find, request) = state.withLock({ $0.source }) else { return nil }
            let known: Result<Visitor?, any Error>
            do { known = .success(try await find(request)) } catch { known = .failure(error) }
            state.withLock { $0.known = known }
            return try known.get()
        }
    }

    /// Reads the form of a page whose files go into a folder; ``form(_:)`` returns its fields then.
    func readForm(_ request: Request, into folder: UploadFolder, from group: String?) async throws {
        let form = try await MultipartForm.read(request, into: folder, of: visitor, from: group)
        state.withLock { $0.form = form }
    }

    /// Returns the fields of the form in the request's body, which can be read only once.
    func form(_ request: Request) async throws -> [String: String] {
        if let form = state.withLock({ $0.form }) { return form }
        let form = try await FormBody.read(request)
        state.withLock { $0.form = form }
        return form
    }
}

/// The cookie that identifies the browser of a visitor who is not signed in. Nothing is stored for it: it is a random
/// number, signed, so that only numbers issued here are valid. A class, since each open stream has a copy of its pages.
final class GuestCookie: Sendable {
    let name: String
    /// The age of a new cookie in seconds; nil until the browser is closed.
    let lifetime: Int?
    private let mac: HMAC<SHA256>

    /// - Parameters:
    ///   - key: the signing key, at least 32 bytes.
    ///   - name: the name of the cookie.
    ///   - lifetime: the age of a new cookie; nil until the browser is closed.
    init(_ key: [UInt8], name: String = "visitor", lifetime: Duration? = nil) {
        self.name = name
        self.lifetime = (lifetime?.components.seconds).map { Int($0) }
        mac = HMAC<SHA256>(key: SymmetricKey(data: key))
    }

    /// Returns the guest of a request; nil for a browser without a valid cookie.
    func visitor(of request: Request) -> Visitor? {
        guard let parts = request.siteCookie(name)?.split(separator: "."), parts.count == 2,
            let number = Base64URL.decode(parts[0]), let signature = Base64URL.decode(parts[1]),
            constantTimeEqual(signature, sign("guest", number))
        else { return nil }
        return visitor(number)
    }

    /// Makes a new guest, and the cookie's value.
    func makeVisitor() -> (Visitor, cookie: String) {
        let number = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        return (visitor(number), Base64URL.encode(number) + "." + Base64URL.encode(sign("guest", number)))
    }

    private func visitor(_ number: [UInt8]) -> Visitor {
        // The owner is derived, so that the cookie can't be reconstructed from the log.
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

/// Compares in a time that does not depend on where the difference is.
func constantTimeEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard a.count == b.count else { return false }
    var difference: UInt8 = 0
    for index in a.indices { difference |= a[index] ^ b[index] }
    return difference == 0
}
