import HindsightDomain
import Hummingbird
import Live
import LiveHTTP

extension LivePages {
    /// Serves `/goals/{id}/review`: the editor while the goal has no review, else the viewer.
    mutating func addReview(
        _ goals: any ReviewStore & GoalListStore, _ revisions: GoalRevisions, clock: @escaping WallClock
    ) {
        page(Routes.review, keptBy: revisions) { visit, goal in
            let owner = try visit.account
            // Another owner's goal, a deleted one and one that never was are the same.
            guard let initial = try await goals.goalReview(of: owner, goal: goal) else { throw HTTPError(.notFound) }
            let strings = visit.strings(at: clock())
            let isEditing = visit.query["edit"] != nil && initial.review != nil
            guard showsViewer(visit, hasReview: initial.review != nil, isEditing: isEditing) else {
                return ReviewEditorScreen(
                    store: goals, owner: owner, strings: strings, initial: initial, isEditing: isEditing,
                    beginning: visit.beginning)
            }
            let place = try await goals.reviewPlace(of: owner, goal: goal)
            // Shown once, after a save without a script; with one the editor leads on. The saved review is shown also when
            // this can't be read.
            let next = visit.flash == nil ? nil : try? await goals.goalsOverview(of: owner).nextToReview
            return ReviewViewerScreen(
                store: goals, owner: owner, strings: strings, initial: initial, place: place, next: next)
        }
    }
}

/// A form of the viewer goes to the viewer and one of the editor to the editor, and a page is taken up again as what it
/// was, whatever has happened meanwhile: a review saved twice is answered by the editor, with the text.
private func showsViewer(_ visit: Visit, hasReview: Bool, isEditing: Bool) -> Bool {
    if let form = visit.posted { return ["edit", "delete", "undo"].contains(form.input) }
    if let variant = visit.variant { return variant == "viewer" }
    return hasReview && !isEditing
}
