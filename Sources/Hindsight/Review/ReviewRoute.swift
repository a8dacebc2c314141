import Hummingbird
import Live
import LiveHTTP

/// What `/goals/{id}/review` shows: the editor while the goal has no review, else the viewer.
enum ReviewRoute {
    /// - Throws: 404 for a goal that is not the visitor's, whatever the reason.
    static func screen(
        _ visit: Visit, _ form: LivePages.PostedForm?, store: any GoalStore
    ) async throws -> any Screen {
        let owner = try visit.account
        guard let id = visit.parameters["id"].flatMap({ GoalID($0) }),
            let found = try await store.goalReview(of: owner, goal: id)
        else { throw HTTPError(.notFound) }
        let isEditing = visit.query["edit"] != nil && found.review != nil
        // The forms of the viewer go to the viewer and the editor's to the editor, whatever has happened meanwhile:
        // a review saved twice is answered by the editor, with the text.
        let showsViewer =
            if let form { ["edit", "delete", "undo"].contains(form.input) } else { found.review != nil && !isEditing }
        if showsViewer {
            return ReviewViewerScreen(
                store: store, owner: owner, copy: visit.copy, initial: found)
        }
        return ReviewEditorScreen(
            store: store, owner: owner, copy: visit.copy, initial: found, isEditing: isEditing)
    }
}
