import Synchronization

/// The least rate of a request that sends a file: one that brings too few bytes in a window is ended, so that it doesn't
/// keep a place from others.
final class TransferRate: Sendable {
    private let bytes = Atomic(0)

    private init() {}

    /// Counts bytes that have come.
    func count(_ bytes: Int) { self.bytes.add(bytes, ordering: .relaxed) }

    /// Reads a request while it is fast enough.
    ///
    /// - Parameters:
    ///   - folder: the folder whose limits hold.
    ///   - read: reads the request, and counts its bytes. It is cancelled when it is too slow.
    /// - Throws: `CancellationError` when the request is too slow, or the error of `read`.
    static func limited<Value: Sendable>(
        by folder: UploadFolder, _ read: @escaping @Sendable (TransferRate) async throws -> Value
    ) async throws -> Value {
        let rate = TransferRate()
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await read(rate) }
            group.addTask {
                var before = 0
                while true {
                    try await folder.sleep(folder.limits.window)
                    let now = rate.bytes.load(ordering: .relaxed)
                    guard now - before >= folder.limits.bytesPerWindow else { throw CancellationError() }
                    before = now
                }
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}
