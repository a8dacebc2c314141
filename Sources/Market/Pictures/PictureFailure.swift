import LivePictures

/// The reason why ``MarketPictures`` did not make or use a picture. Nothing was changed.
package enum PictureFailure: Error, Sendable {
    /// The file can't become a picture.
    case refused(PictureError)
    /// As many pictures are being made as the limits allow, of this visitor or of all; trying again in a few seconds helps.
    case busy
    /// The folder has no room, or there are as many uploads without a product as are allowed, or as many were decoded for
    /// this network in an hour.
    case full
    /// A picture was deleted, since no product showed it for long.
    case gone
    /// The disk or the database failed; trying again may help. The cause is for the log.
    case unavailable(any Error)
}
