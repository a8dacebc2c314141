import Foundation

/// A browser as far as it is needed to drive a server from one thread: one connection, plain HTTP/1.1, and calls that
/// wait. What it does is left out of every count.
final class Client {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    struct Answer {
        var head: String
        var body: String

        /// The cookies that it sets, as they are sent back.
        var cookies: [String] {
            head.split(separator: "\r\n").filter { $0.lowercased().hasPrefix("set-cookie: ") }
                .map { String($0.dropFirst("Set-Cookie: ".count).prefix { $0 != ";" }) }
        }
    }

    let port: Int
    private let descriptor: Int32
    /// Received bytes that were not read yet.
    private var received: [UInt8] = []
    private var piece = [UInt8](repeating: 0, count: 1 << 16)

    /// Connects to a port of this machine.
    init(port: Int) throws {
        self.port = port
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(description: "The server does not take a connection.") }
        // An answer that does not come is an error, and not a benchmark that hangs.
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
    }

    /// Sends a request and waits for the whole answer.
    func request(_ method: String, _ path: String, _ headers: [String: String] = [:], body: String = "") throws
        -> Answer
    {
        try send(method, path, headers, body: body)
        let head = try take(upTo: "\r\n\r\n")
        let length = head.lowercased().split(separator: "content-length: ").dropFirst().first
            .flatMap { Int($0.prefix(while: \.isNumber)) }
        guard head.hasPrefix("HTTP/1.1 200") || head.hasPrefix("HTTP/1.1 303") else {
            throw Failure(description: "\(method) \(path): \(head)")
        }
        while received.count < length ?? 0 { try receive() }
        let body = String(decoding: received.prefix(length ?? 0), as: UTF8.self)
        received.removeFirst(length ?? 0)
        return Answer(head: head, body: body)
    }

    /// Makes an account of the demo: it is its cookie.
    func makeAccount() throws -> String {
        let headers = ["Origin": "http://127.0.0.1", "Content-Type": "application/x-www-form-urlencoded"]
        guard let cookie = try request("POST", "/demo", headers, body: "timeZone=UTC").cookies.first else {
            throw Failure(description: "The demo sets no cookie.")
        }
        return cookie
    }

    /// Sends a request only.
    ///
    /// - Parameter length: how long the body is said to be, when not all of it is sent.
    func send(
        _ method: String, _ path: String, _ headers: [String: String] = [:], body: String = "", length: Int? = nil
    ) throws {
        var text = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        if method == "POST", headers["Transfer-Encoding"] == nil {
            text += "Content-Length: \(length ?? body.utf8.count)\r\n"
        }
        text += "\r\n" + body
        let bytes = Array(text.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else {
            throw Failure(description: "The server does not read.")
        }
    }

    /// Waits for a text, and takes all up to its end.
    @discardableResult
    func take(upTo text: String) throws -> String {
        let end = Array(text.utf8)
        var looked = 0
        while true {
            if let place = received.indices.dropFirst(looked).first(where: { received[$0...].starts(with: end) }) {
                let taken = received[..<(place + end.count)]
                received.removeFirst(taken.count)
                return String(decoding: taken, as: UTF8.self)
            }
            looked = max(received.count - end.count, 0)
            try receive()
        }
    }

    private func receive() throws {
        let count = read(descriptor, &piece, piece.count)
        guard count > 0 else { throw Failure(description: "The server has closed the connection, or is silent.") }
        received += piece[..<count]
    }
}
