import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// Takes messages to push services over the net (RFC 8030).
///
/// The name of a service is looked up here, and the connection goes to the very address that was looked at: another look
/// could lead elsewhere. That address is a part of a client's configuration, so each message has a client of its own; they
/// are few. It follows no redirect, takes ten seconds at most, and reads no more of an answer than its head.
struct PushHTTPClient: PushClient {
    private static let patience = TimeAmount.seconds(10)

    let policy: PushPolicy

    func send(_ body: Data, _ headers: [String: String], to endpoint: String) async -> PushOutcome {
        guard policy.allows(endpoint: endpoint), let url = URLComponents(string: endpoint), let host = url.encodedHost
        else { return .refused(reason: "address") }
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(5), read: Self.patience, write: Self.patience), decompression: .disabled)
        configuration.httpVersion = .http1Only
        do {
            let address = try await Self.address(of: host)
            guard policy.allows(address: address) else { return .refused(reason: "net") }
            configuration.dnsOverride = [host: address]
        } catch { return .failed(reason: "name", retryAfter: nil) }
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let outcome: PushOutcome
        do {
            var request = HTTPClientRequest(url: endpoint)
            request.method = .POST
            for (name, value) in headers { request.headers.add(name: name, value: value) }
            request.body = .bytes(ByteBuffer(bytes: body))
            let response = try await client.execute(request, timeout: Self.patience)
            outcome = Self.outcome(
                Int(response.status.code), retryAfter: response.headers.first(name: "Retry-After"))
        } catch { outcome = .failed(reason: "\(type(of: error))", retryAfter: nil) }
        try? await client.shutdown()
        return outcome
    }

    /// - Parameter retryAfter: a number of seconds; who says a date is asked again after the usual pause.
    static func outcome(_ status: Int, retryAfter: String?) -> PushOutcome {
        switch status {
        case 200..<300: .sent
        case 404, 410: .gone
        case 429, 500...:
            .failed(
                reason: "\(status)",
                retryAfter: retryAfter.flatMap { Int($0) }.flatMap { (0...1_000_000).contains($0) ? .seconds($0) : nil }
            )
        default: .refused(reason: "\(status)")
        }
    }

    /// A name server that doesn't answer keeps a thread waiting: there are as many as messages that are sent at once.
    private static let lookups: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: PushQueue.Limits().atOnce)
        pool.start()
        return pool
    }()

    private static func address(of host: String) async throws -> String {
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        let address = try await Self.lookups.runIfActive {
            try SocketAddress.makeAddressResolvingHost(name, port: 443)
        }
        guard let text = address.ipAddress else { throw URLError(.cannotFindHost) }
        return text
    }
}
