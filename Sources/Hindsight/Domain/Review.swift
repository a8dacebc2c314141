import Foundation

/// A goal's review as saved. A goal has one at most.
public struct Review: Hashable, Sendable {
    public let content: ReviewContent
    /// When it was first saved, in whole milliseconds.
    public let writtenAt: Date
    /// When it was last edited, in whole milliseconds; `nil` until it is.
    public let editedAt: Date?

    public init(content: ReviewContent, writtenAt: Date, editedAt: Date? = nil) {
        self.content = content
        self.writtenAt = writtenAt
        self.editedAt = editedAt
    }
}
