import Foundation
import HindsightDomain
import Live

/// The address of the site, as in `https://hindsight.example.org`, with which links in mail begin. It is set by the
/// operator and never taken from a request: whoever could choose it would get the secret in a link to a site of their
/// own.
package struct SiteAddress: Hashable, Sendable {
    /// Why a text is no such address.
    package enum Fault: Error, Hashable, Sendable {
        /// It begins neither with `https://` nor with `http://`.
        case scheme
        /// There is no host in it, or none that there can be.
        case host
        /// There is something beside scheme, host and port.
        case more
    }

    /// Without a slash at its end.
    package let text: String

    /// - Throws: ``Fault``.
    package init(_ text: String) throws(Fault) {
        let text = text.trimmedAtEnds
        let lower = text.lowercased()
        guard lower.hasPrefix("https://") || lower.hasPrefix("http://") else { throw .scheme }
        guard let parts = URLComponents(string: text), let host = parts.encodedHost, !host.isEmpty,
            let scheme = parts.scheme
        else { throw .host }
        guard parts.path.isEmpty || parts.path == "/", parts.query == nil, parts.fragment == nil, parts.user == nil,
            parts.password == nil
        else { throw .more }
        guard parts.port.map({ (1...65_535).contains($0) }) ?? !text.trimmingSuffix("/").hasSuffix(":") else {
            throw .host
        }
        self.text = "\(scheme.lowercased())://\(host.lowercased())\(parts.port.map { ":\($0)" } ?? "")"
    }

    /// A link to a page of the site.
    ///
    /// - Parameter path: its path, and its query if it has one; it begins with a slash.
    package func link(_ path: String) -> String { text + path }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
