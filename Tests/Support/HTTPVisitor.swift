import HTTPTypes
import LiveTesting
import Synchronization

/// A browser without a script: it keeps cookies, and follows no redirect by itself.
public final class HTTPVisitor: Sendable {
    /// The port of the server on this machine.
    public let port: Int
    /// What is sent as `Accept-Language`; nil sends none.
    public let language: String?
    private let always: [String: String]
    private let jar: Mutex<[String: String]>

    /// - Parameters:
    ///   - port: the port of the server on this machine.
    ///   - language: what is sent as `Accept-Language`; nil sends none.
    ///   - cookies: those that it has already.
    ///   - always: headers of every request.
    public init(
        port: Int, language: String? = "en", cookies: [String: String] = [:], always: [String: String] = [:]
    ) {
        self.port = port
        self.language = language
        self.always = always
        jar = Mutex(cookies)
    }

    /// The cookies that it has.
    public var cookies: [String: String] {
        get { jar.withLock { $0 } }
        set { jar.withLock { $0 = newValue } }
    }

    /// The values of the cookies that nobody else may know: all but those that a script may read.
    public var secrets: [String] { cookies.filter { $0.key != "keep" }.map(\.value) }

    /// The server's name and port, as `Host` says them.
    public var authority: String { "127.0.0.1:\(port)" }

    /// Another browser, without cookies.
    public func another(language: String? = "en") -> HTTPVisitor { HTTPVisitor(port: port, language: language) }

    /// Another browser, which comes by TLS, as the proxy in front says.
    public var byTLS: HTTPVisitor {
        HTTPVisitor(port: port, language: language, always: ["X-Forwarded-Proto": "https"])
    }

    /// Another connection of the same browser, as of a moment ago.
    public func copy() -> HTTPVisitor {
        HTTPVisitor(port: port, language: language, cookies: cookies, always: always)
    }

    // MARK: Requests

    /// The answer to a GET.
    public func get(_ path: String, _ headers: [String: String] = [:]) async throws -> HTTPAnswer {
        try await send("GET", path, headers)
    }

    /// The answer to a form post.
    public func post(
        _ path: String, _ fields: [String: String] = [:], _ headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        try await post(path, form: Self.form(fields), headers)
    }

    /// The answer to the post of a form that is encoded already, or is none.
    public func post(
        _ path: String, form: String, _ headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        let type = ["Content-Type": "application/x-www-form-urlencoded"]
        return try await send("POST", path, type.merging(headers) { $1 }, body: Array(form.utf8))
    }

    /// The answer to any request. Cookies that it sets are kept.
    ///
    /// - Parameter size: how many bytes each piece of the body has, when it is sent in pieces of unknown number.
    public func send(
        _ method: String, _ path: String, _ headers: [String: String] = [:], body: [UInt8]? = nil,
        inPiecesOf size: Int = .max
    ) async throws -> HTTPAnswer {
        var request = try request(method, path, headers)
        if let body, size == .max { request.headerFields[.contentLength] = "\(body.count)" }
        let answer = try await Wire.send(request, body: body, inPiecesOf: size, port: port)
        for cookie in answer.all("Set-Cookie") { keep(cookie) }
        return answer
    }

    /// A request with this browser's cookies and language.
    func request(_ method: String, _ path: String, _ headers: [String: String]) throws -> HTTPRequest {
        guard let method = HTTPRequest.Method(method) else { throw TestFailure("\(method) is no method") }
        var request = HTTPRequest(method: method, scheme: "http", authority: authority, path: path)
        let cookies = cookies
        if !cookies.isEmpty {
            request.headerFields[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
        }
        if let language { request.headerFields[.acceptLanguage] = language }
        for (name, value) in always.merging(headers, uniquingKeysWith: { $1 }) {
            guard let name = HTTPField.Name(name) else { throw TestFailure("\(name) is no header") }
            request.headerFields[name] = value
        }
        return request
    }

    private func keep(_ cookie: String) {
        let parts = cookie.split(separator: ";").map { $0.drop { $0 == " " } }
        let pair = (parts.first ?? "").split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2 else { return }
        let isOver = parts.dropFirst().contains { $0.lowercased() == "max-age=0" }
        jar.withLock { $0[String(pair[0])] = isOver ? nil : String(pair[1]) }
    }

    /// Fields as a browser writes those of a form.
    public static func form(_ fields: [String: String]) -> String {
        fields.sorted { $0.key < $1.key }.map { "\(encode($0.key))=\(encode($0.value))" }.joined(separator: "&")
    }

    private static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                encoded.append(byte)
            // A line break travels as CRLF.
            case 0x0A: encoded += Array("%0D%0A".utf8)
            default: encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    // MARK: Live pages

    /// Opens a page that is live.
    public func open(_ path: String) async throws -> HTTPPage {
        let answer = try await get(path)
        guard let page = HTTPPage(self, answer.text) else { throw TestFailure("\(path) is not live: \(answer.status)") }
        return page
    }
}
