import Foundation
import LiveHTTP
import Logging

/// The limit on the files that this process can have open at once. Each connection is one, and a server that has none
/// left can neither answer nor log why.
enum OpenFiles {
    /// Number of files kept for everything but connections: the database, its log, files that are sent.
    private static let reserve = 64

    /// Raises the limit to the maximum that the system allows, and limits connections to what is left of it.
    static func connectionLimit(logger: Logger) -> ConnectionLimit {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return ConnectionLimit(maximum: .max, logger: logger) }
        if limit.rlim_cur < limit.rlim_max {
            var most = limit
            most.rlim_cur = limit.rlim_max
            if setrlimit(resource, &most) == 0 { limit = most }
        }
        let files = Int(clamping: limit.rlim_cur)
        return ConnectionLimit(maximum: max(files - reserve, files / 2), logger: logger)
    }

    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let resource = RLIMIT_NOFILE
    #endif
}
