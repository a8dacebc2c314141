import Foundation
import Live

/// The pages that people show to others, and the goals on them. See ``GoalStore`` for the rules of all functions.
///
/// Nothing is shown unless its owner has said so: a page is seen by its owner and their followers until it is made public, and
/// a goal and its review are each shared by themselves. What is seen is decided when it is read, so what is hidden is hidden at once.
package protocol PeopleStore: ChangeSource {
    /// Returns the page of an account; nil for a demo account and one that is gone, which have none.
    func ownPage(of owner: AccountID) async throws -> OwnPage?

    /// Sets the handle and the visibility of an account's page.
    ///
    /// The first handle is set at any time. After it was changed, it stays for ``OwnPage/changeInterval``. A former handle can
    /// be taken by nobody else for ``OwnPage/retirement``.
    ///
    /// - Parameters:
    ///   - handle: nil for none: then there is no page.
    ///   - visibility: decides who can see the page.
    /// - Throws: ``StoreError/notFound`` for an account that has no page.
    func setPage(
        handle: Handle?, visibility: PageVisibility, of owner: AccountID
    ) async throws -> PageChange

    /// Returns the page with a handle.
    ///
    /// - Parameters:
    ///   - handle: the handle.
    ///   - viewer: who looks at it; nil for somebody who isn't signed in.
    ///   - after: the place behind which the slice begins; nil for the latest goals.
    ///   - limit: number of completed goals at most.
    /// - Returns: nil when there is no such page, or it is not for the viewer.
    func page(
        _ handle: Handle, for viewer: AccountID?, after: SharedGoalCursor?, limit: Int
    ) async throws -> PersonPage?

    /// Returns a goal on the page with a handle, with its review if that is shared.
    ///
    /// - Returns: nil when the viewer can't see the page, or the goal isn't on it.
    func sharedGoal(_ goal: GoalID, of handle: Handle, for viewer: AccountID?) async throws -> SharedGoal?
}

/// The page that an account shows to others, as its owner sees it.
package struct OwnPage: Hashable, Sendable {
    /// Time for which a handle stays after it was changed: a week.
    package static let changeInterval = Duration.seconds(7 * 24 * 60 * 60)
    /// Time for which a former handle can be taken by nobody else: 90 days.
    package static let retirement = Duration.seconds(90 * 24 * 60 * 60)

    /// The handle; nil when none was chosen.
    package var handle: Handle?
    /// Decides who can see the page.
    package var visibility: PageVisibility
    /// Number of goals on the page.
    package var sharedCount: Int

    /// - Parameters:
    ///   - handle: the handle; nil when none was chosen.
    ///   - visibility: decides who can see the page.
    ///   - sharedCount: number of goals on the page.
    package init(handle: Handle? = nil, visibility: PageVisibility = .followers, sharedCount: Int = 0) {
        self.handle = handle
        self.visibility = visibility
        self.sharedCount = sharedCount
    }
}

/// Those who can see an account's page.
package enum PageVisibility: String, Hashable, Sendable, CaseIterable, Codable {
    /// Its owner and those who follow them, see ``FollowStore``.
    case followers
    /// Everybody, also without an account, but for those whom the owner has blocked.
    case everyone
}

/// The result of changing an account's page.
package enum PageChange: Hashable, Sendable {
    /// It is as was asked.
    case changed
    /// The handle is another account's, or was until recently.
    case taken
    /// The handle was changed less than ``OwnPage/changeInterval`` ago. It can be changed from that time on.
    case tooSoon(until: Date)
}

/// The parts of a goal that are on its owner's page.
package enum SharedPart: String, Hashable, Sendable, CaseIterable {
    case nothing
    /// The goal without its review.
    case goal
    case goalAndReview
}

/// The owner of a page.
package struct Person: Hashable, Sendable {
    /// The account.
    package let account: AccountID
    /// The handle.
    package let handle: Handle
    /// Display name, if one was chosen.
    @ExactText package private(set) var name: String
    /// Decides who can see the page.
    package let visibility: PageVisibility

    /// - Parameters:
    ///   - account: the account.
    ///   - handle: the handle.
    ///   - name: display name; empty if none was chosen.
    ///   - visibility: decides who can see the page.
    package init(account: AccountID, handle: Handle, name: String, visibility: PageVisibility) {
        self.account = account
        self.handle = handle
        self.name = name
        self.visibility = visibility
    }
}

/// A place among the completed goals of a person's page: that of a goal, or of one that isn't there any more.
package struct SharedGoalCursor: Hashable, Sendable, LosslessStringConvertible {
    /// The day on which the goal was completed.
    package let day: CalendarDate
    /// The goal.
    package let goal: GoalID

    /// The place of a completed goal; nil for any other.
    package init?(_ goal: ListedGoal?) {
        guard let goal, let day = goal.win?.day else { return nil }
        (self.day, self.goal) = (day, goal.id)
    }

    /// The place that is written as `day.goal`; nil for any other text, however long.
    package init?(_ text: String) {
        let parts = text.utf8.count > 40 ? [] : text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let day = CalendarDate(parts[0]), let goal = GoalID(parts[1]) else { return nil }
        (self.day, self.goal) = (day, goal)
    }

    package var description: String { "\(day).\(goal.rawValue)" }
}

/// A slice of a person's page. Goals that are paused aren't on it.
package struct PersonPage: Hashable, Sendable {
    /// Number of active goals on a page at most.
    package static let activeLimit = 100

    /// The owner.
    package let person: Person
    /// Shared active goals, the one set last first; ``activeLimit`` at most, and none after the first slice.
    package var active: [ListedGoal]
    /// Shared completed goals, the latest first.
    package var completed: [ListedGoal]
    /// Whether there are earlier ones.
    package var hasMore: Bool

    /// - Parameters:
    ///   - person: the owner.
    ///   - active: shared active goals, the one set last first.
    ///   - completed: shared completed goals, the latest first.
    ///   - hasMore: whether there are earlier ones.
    package init(
        person: Person, active: [ListedGoal] = [], completed: [ListedGoal] = [], hasMore: Bool = false
    ) {
        self.person = person
        self.active = active
        self.completed = completed
        self.hasMore = hasMore
    }
}

/// A goal on a person's page.
package struct SharedGoal: Hashable, Sendable {
    /// The owner.
    package let person: Person
    /// The goal, active or completed.
    package let goal: ListedGoal
    /// Its review; nil for none, and if it isn't shared.
    package let review: Review?
    /// Whether the viewer applauds it; nil for one who can't, see ``FollowStore/applaud(_:_:of:by:)``.
    package let isApplauded: Bool?

    /// - Parameters:
    ///   - person: the owner.
    ///   - goal: the goal.
    ///   - review: its review; nil for none, and if it isn't shared.
    ///   - isApplauded: whether the viewer applauds it; nil for one who can't.
    package init(person: Person, goal: ListedGoal, review: Review?, isApplauded: Bool? = nil) {
        self.person = person
        self.goal = goal
        self.review = review
        self.isApplauded = isApplauded
    }
}
