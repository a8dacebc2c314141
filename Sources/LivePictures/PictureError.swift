import CPictures

/// The reason why no picture was made of a file.
public enum PictureError: Error, Sendable {
    /// The file is neither JPEG nor PNG nor WebP, or of a kind of these that no browser shows.
    case notAPicture
    /// It is damaged: it ends too early, or contradicts itself.
    case broken
    /// It is an animated WebP.
    case animated
    /// It has more bytes than ``PictureLimits/bytes``.
    case tooManyBytes
    /// It has a longer side or more pixels than the limits allow, or decoding it would take more memory.
    case tooManyPixels
    /// Decoding it would take too long: it has too many scans.
    case tooMuchWork
    /// The system has no memory left; trying again may help.
    case outOfMemory

    init?(_ status: PictureStatus) {
        switch status {
        case pictureMade: return nil
        case pictureUnknown: self = .notAPicture
        case pictureAnimated: self = .animated
        case pictureTooManyPixels: self = .tooManyPixels
        case pictureTooMuchWork: self = .tooMuchWork
        case pictureNoMemory: self = .outOfMemory
        default: self = .broken
        }
    }
}
