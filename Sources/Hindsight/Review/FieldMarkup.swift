import HindsightDomain
import Live
import Streams

/// The fields of the review form, each with its question, its counter, its error, and the text of another page.
struct FieldMarkup {
    let strings: Strings
    let input: ReviewEditorViewModel.Input
    let output: ReviewEditorViewModel.Output

    private var state: EditorState { output.state.value }

    func area(_ field: ReviewField, _ text: Observable<FieldText>) -> HTML {
        let name = field.rawValue
        let isFaulty = state.shownErrors.fields[field] != nil
        let basis = state.basis(of: field)
        return """
            <div class="field">
            <label for="\(name)">\(strings.name(of: field))</label>
            <p class="hint" id="\(name)-hint">\(strings.question(of: field))</p>
            <textarea id="\(name)" rows="\(field == .text ? 10 : 3)" \
            \(text, area: name, text: state.typed.draft[field], basis: basis) \
            aria-describedby="\(name)-hint \(name)-error \(name)-count"\(if: isFaulty, " aria-invalid='true'")>\
            \(text, content: state.typed.draft[field])</textarea>\(text, basisOf: name, basis)
            <div class="field-foot">
            \(output.fieldErrors.slot(part: "\(name)-error", "p", "class='field-error' data-for='\(name)'") { errors in
                errors.fields[field].map(strings.error) ?? ""
            })
            \(output.characterCounts.slot(part: "\(name)-count", "p", "class='counter'") { counter($0, of: field) })
            </div>
            \(output.conflicts.slot(part: "\(name)-conflict") { conflicts in
                conflicts[field].map { conflict(field, $0) } ?? ""
            })
            </div>
            """
    }

    func levels(_ level: Observable<Level?>) -> HTML {
        """
        <fieldset class="levels" aria-describedby="level-error">
        <legend>\(strings.howFulfilling)</legend>
        <div>
        \(Level.allCases.map { choice in
            """
            <label><input type="radio"\(if: choice == .one, " id='level'") \(level, field: "level",
            value: "\(choice.rawValue)", checked: state.typed.draft.level == choice)>\(strings.picture(of: choice))\
            <span>\(strings.name(of: choice))</span></label>
            """
        })
        </div>
        \(output.fieldErrors.slot(part: "level-error", "p", "class='field-error'") { errors in
            "\(if: errors.levelMissing, HTML(text: strings.levelMissing))"
        })
        </fieldset>
        """
    }

    func styles(_ style: Observable<ReviewStyle?>) -> HTML {
        """
        <fieldset class="styles" aria-describedby="style-error">
        <legend>\(strings.howToLookBack)</legend>
        <div>
        \(ReviewStyle.allCases.map { choice in
            """
            <label><input type="radio"\(if: choice == .guided, " id='style'") \(style, field: "style",
            value: choice.rawValue, checked: state.typed.draft.style == choice)>\(strings.name(of: choice))</label>
            """
        })
        </div>
        \(output.fieldErrors.slot(part: "style-error", "p", "class='field-error'") { errors in
            "\(if: errors.styleMissing, HTML(text: strings.styleMissing))"
        })
        </fieldset>
        """
    }

    /// The script counts as well, at each key and without a line: it finds the number by its attribute.
    private func counter(_ counts: [ReviewField: Int], of field: ReviewField) -> HTML {
        let count = counts[field] ?? 0
        let words = strings.counter(count, limit: field.limit)
        return """
            <span data-count="\(field.rawValue)" data-limit="\(field.limit)"\(if: count > field.limit, " class='over'")>\
            \(words.count)</span> \(words.rest)
            """
    }

    private func conflict(_ field: ReviewField, _ conflict: EditorState.Conflict) -> HTML {
        let name = field.rawValue
        let isReplaced = conflict.origin == .replaced
        return """
            <div class="conflict" role="group" aria-labelledby="\(name)-other">
            <p id="\(name)-other">\(strings.words(for: conflict.origin))</p>
            <blockquote dir="auto">\(conflict.text.isEmpty ? strings.nothingThere : conflict.text)</blockquote>
            <div class="buttons">
            <button type="button" class="button" \(input.keepMine, value: name)>\
            \(isReplaced ? strings.letGo : strings.keepMine)</button>
            <button type="button" class="button" \(input.takeOther, value: name)>\
            \(isReplaced ? strings.bringBack : strings.takeOther)</button>
            </div>
            <p class="hint without-script">\(strings.savingKeepsMine)</p>
            </div>
            """
    }
}
