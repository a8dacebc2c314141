import Foundation
import LiveHTTP
import Logging

/// The files that this process can have open at once. Each connection is one, and a server that has none left can
/// neither answer nor say why.
enum OpenFiles {
    /// For everything that is no connection: the database, its log, what is sent from the disk.
    private static let reserve = 64

    /// Takes as many as the system gives, and limits connections to what is left of them.
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
