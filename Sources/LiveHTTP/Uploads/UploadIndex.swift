import Live

/// The files of a folder and those that are on their way, with the decision about new ones. It is pure: times are passed
/// in, as durations on any clock, and nothing is stored on disk here.
///
/// ### Invariants
/// - A file that is on its way counts with the bytes that it may have, so the limits hold whenever it ends.
/// - An owner or a group without files and without a count of the present hour takes no memory (``forget(at:)``).
struct UploadIndex {
    struct File {
        var name: String
        var owner: String
        /// The group that it counts for; nil for none.
        var group: String?
        /// Size; while it is on its way, the bytes that it may have.
        var bytes: Int
        /// Whether it is in the folder.
        var isWhole: Bool
        /// Number of holds by open pages.
        var holds = 0
        /// Time at which it is forgotten unless somebody holds it.
        var forgottenAt: Duration
    }

    /// The use of an owner or of a group.
    private struct Use {
        var files = 0
        var bytes = 0
        var transfers = 0
        /// Beginning of the hour that is counted, and the files begun in it.
        var hour = Duration.zero
        var begun = 0

        mutating func isFull(_ most: Int, at now: Duration) -> Bool {
            if now - hour >= .seconds(3600) { (hour, begun) = (now, 0) }
            return begun >= most
        }
    }

    private let limits: UploadLimits
    private var files: [FileID: File] = [:]
    private var owners: [String: Use] = [:]
    private var groups: [String: Use] = [:]
    /// Bytes of all files.
    private(set) var bytes = 0
    /// Number of requests that send files now.
    private(set) var transfers = 0

    init(_ limits: UploadLimits) {
        self.limits = limits
    }

    /// Number of files that take memory: also of those that are on their way.
    var count: Int { files.count }

    // MARK: Transfers

    /// Takes a place for a request that sends files.
    ///
    /// - Returns: false when there is none.
    mutating func takePlace(of group: String?) -> Bool {
        guard transfers < limits.transfers else { return false }
        if let group {
            guard groups[group]?.transfers ?? 0 < limits.transfersPerGroup else { return false }
            groups[group, default: Use()].transfers += 1
        }
        transfers += 1
        return true
    }

    /// Gives a place back.
    mutating func leavePlace(of group: String?) {
        transfers -= 1
        if let group { groups[group]?.transfers -= 1 }
    }

    /// Adds a file that is on its way.
    ///
    /// - Parameter bytes: the number of bytes that it may have.
    mutating func begin(
        _ id: FileID, named name: String, bytes: Int, of owner: String, from group: String?, at now: Duration
    ) throws(FileRefusal) {
        var use = owners[owner] ?? Use()
        var groupUse = group.flatMap { groups[$0] } ?? Use()
        guard use.files < limits.filesPerOwner, use.bytes + bytes <= limits.bytesPerOwner,
            !use.isFull(limits.filesPerHour, at: now)
        else { throw .tooMany }
        if group != nil {
            guard groupUse.files < limits.filesPerGroup, groupUse.bytes + bytes <= limits.bytesPerGroup,
                !groupUse.isFull(limits.filesPerHourOfGroup, at: now)
            else { throw .tooMany }
        }
        guard files.count < limits.files, self.bytes + bytes <= limits.bytes else { throw .busy }
        use.begun += 1
        groupUse.begun += 1
        owners[owner] = use
        if let group { groups[group] = groupUse }
        insert(
            id,
            File(
                name: name, owner: owner, group: group, bytes: bytes, isWhole: false,
                forgottenAt: now + limits.untilForgotten))
    }

    /// Makes a file that was on its way known.
    mutating func finish(_ id: FileID, bytes: Int, at now: Duration) {
        guard var file = remove(id) else { return }
        file.bytes = bytes
        file.isWhole = true
        file.forgottenAt = now + limits.untilForgotten
        insert(id, file)
    }

    // MARK: Files

    /// Adds a file.
    mutating func insert(_ id: FileID, _ file: File) {
        files[id] = file
        count(file, 1)
    }

    /// Removes a file, whether it is whole or on its way.
    @discardableResult
    mutating func remove(_ id: FileID) -> File? {
        guard let file = files.removeValue(forKey: id) else { return nil }
        count(file, -1)
        return file
    }

    private mutating func count(_ file: File, _ sign: Int) {
        bytes += sign * file.bytes
        owners[file.owner, default: Use()].files += sign
        owners[file.owner]?.bytes += sign * file.bytes
        guard let group = file.group else { return }
        groups[group, default: Use()].files += sign
        groups[group]?.bytes += sign * file.bytes
    }

    /// Returns the owner and the name of a file that is on its way.
    func onItsWay(_ id: FileID) -> (owner: String, name: String)? {
        files[id].flatMap { $0.isWhole ? nil : ($0.owner, $0.name) }
    }

    /// Returns a whole file of an owner.
    func file(_ id: FileID, of owner: String) -> File? {
        files[id].flatMap { $0.isWhole && $0.owner == owner ? $0 : nil }
    }

    /// Counts a page that names a file.
    mutating func hold(_ id: FileID) { files[id]?.holds += 1 }

    /// Ends a hold. The file's time begins anew when it was the last one.
    mutating func release(_ id: FileID, at now: Duration) {
        guard let holds = files[id]?.holds, holds > 0 else { return }
        files[id]?.holds = holds - 1
        if holds == 1 { files[id]?.forgottenAt = now + limits.untilForgotten }
    }

    /// Removes the files whose time is over.
    ///
    /// - Returns: their IDs.
    mutating func forget(at now: Duration) -> [FileID] {
        let old = files.filter { $0.value.isWhole && $0.value.holds == 0 && $0.value.forgottenAt <= now }.map(\.key)
        for id in old { remove(id) }
        let isUsed = { (use: Use) in
            use.files > 0 || use.transfers > 0 || (use.begun > 0 && now - use.hour < .seconds(3600))
        }
        owners = owners.filter { isUsed($0.value) }
        groups = groups.filter { isUsed($0.value) }
        return old
    }
}
