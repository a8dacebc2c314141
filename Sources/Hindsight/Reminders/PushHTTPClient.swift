import CCurl
import Foundation
import NIOCore
import NIOPosix

/// Sends messages to push services over the network (RFC 8030), with libcurl.
///
/// The name of a service is looked up here, and the connection goes to the very address that was checked: another
/// look-up could lead elsewhere. A request follows no redirect, uses no proxy, takes ten seconds at most, and reads no
/// more of an answer than its head.
struct PushHTTPClient: PushClient {
    /// Time limits in milliseconds.
    private enum Limit {
        static let connection = 5_000
        static let request = 10_000
    }

    let policy: PushPolicy

    func send(_ body: Data, _ headers: [String: String], to endpoint: String) async -> PushOutcome {
        guard policy.allows(endpoint: endpoint), let url = URLComponents(string: endpoint), let host = url.encodedHost
        else { return .refused(reason: "address") }
        let cancellation = Cancellation()
        let lines = headers.map { "\($0): \($1)" }
        let outcome = try? await withTaskCancellationHandler {
            try await Self.threads.runIfActive { [policy] in
                let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
                let port = url.port ?? (url.scheme == "http" ? 80 : 443)
                guard let address = try? SocketAddress.makeAddressResolvingHost(name, port: port).ipAddress
                else { return PushOutcome.failed(reason: "name", retryAfter: nil) }
                guard policy.allows(address: address) else { return .refused(reason: "net") }
                let resolve = "\(host):\(port):\(address.contains(":") ? "[\(address)]" : address)"
                return Self.post(
                    body, lines, to: endpoint, resolve, allowsHTTP: policy.allowsLocal, until: cancellation)
            }
        } onCancel: {
            curlCancel(cancellation.flag)
        }
        // Nil when the task was cancelled before a thread was free.
        return outcome ?? .failed(reason: "cancelled", retryAfter: nil)
    }

    /// - Parameters:
    ///   - lines: the headers, a line each.
    ///   - resolve: the address of the host, as curlPost takes it.
    private static func post(
        _ body: Data, _ lines: [String], to endpoint: String, _ resolve: String, allowsHTTP: Bool,
        until cancellation: Cancellation
    ) -> PushOutcome {
        let headers = lines.map { strdup($0) }
        defer { for header in headers { free(header) } }
        let answer = body.withUnsafeBytes { bytes in
            // An empty body has no address.
            curlPost(
                endpoint, resolve, headers.map { UnsafePointer($0) } + [nil],
                bytes.baseAddress ?? UnsafeRawPointer(cancellation.flag),
                bytes.count, allowsHTTP ? 1 : 0, Limit.connection, Limit.request, cancellation.flag)
        }
        if let error = answer.error { return .failed(reason: String(cString: error), retryAfter: nil) }
        return outcome(answer.status, retryAfter: answer.retryAfter)
    }

    /// - Parameter retryAfter: seconds after which the service wants to be asked again; 0 when it didn't say, or said
    ///   something else. Then it is asked again after the usual pause.
    static func outcome(_ status: Int, retryAfter: Int64) -> PushOutcome {
        switch status {
        case 200..<300: .sent
        case 404, 410: .gone
        case 429, 500...:
            .failed(
                reason: "\(status)", retryAfter: (1...1_000_000).contains(retryAfter) ? .seconds(retryAfter) : nil)
        default: .refused(reason: "\(status)")
        }
    }

    /// A service or a name server that doesn't answer keeps a thread waiting: there are as many as messages that are
    /// sent at once.
    private static let threads: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: PushQueue.Limits().atOnce)
        pool.start()
        return pool
    }()

    /// Whether a request's task was cancelled.
    ///
    /// `@unchecked` since two threads use the variable; C's functions access it atomically.
    private final class Cancellation: @unchecked Sendable {
        let flag = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

        init() { flag.initialize(to: 0) }

        deinit { flag.deallocate() }
    }
}
