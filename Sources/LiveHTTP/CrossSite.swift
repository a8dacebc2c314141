import HTTPTypes
import Hummingbird

/// Whether a request that changes something was sent by a page of another site.
///
/// Browsers say so themselves (Fetch Metadata, `Sec-Fetch-Site`), older ones by `Origin`. Tools such as `curl` send
/// neither, and carry no cookie that could be abused.
public enum CrossSite {
    /// - Throws: 403 when it was.
    public static func refuse(_ request: Request) throws {
        if let site = request.headers[.secFetchSite] {
            guard site == "same-origin" || site == "none" else { throw HTTPError(.forbidden) }
        } else if let origin = request.headers[.origin] {
            guard let host = request.head.authority, ["http://\(host)", "https://\(host)"].contains(origin) else {
                throw HTTPError(.forbidden)
            }
        }
    }
}

extension HTTPField.Name {
    static let secFetchSite = Self("Sec-Fetch-Site")!
    static let lastEventID = Self("Last-Event-ID")!
    static let liveEpoch = Self("Live-Epoch")!
    static let liveApplied = Self("Live-Applied")!
    static let csrfToken = Self("X-CSRF-Token")!
    static let accelBuffering = Self("X-Accel-Buffering")!
}
