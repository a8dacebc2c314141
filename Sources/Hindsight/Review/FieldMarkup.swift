import Live
import Streams

/// The fields of the review form, each with its question, its counter and its error.
struct FieldMarkup {
    let copy: Copy
    let start: ReviewDraft
    let errors: BehaviorRelay<ReviewEditorViewModel.ShownErrors>
    let counts: Driver<[ReviewField: Int]>

    func area(_ field: ReviewField, _ input: Observable<String>) -> HTML {
        let name = field.rawValue
        let isFaulty = errors.value.fields[field] != nil
        return """
            <div class="field">
            <label for="\(name)">\(copy.name(of: field))</label>
            <p class="hint" id="\(name)-hint">\(copy.question(of: field))</p>
            <textarea id="\(name)" rows="\(field == .text ? 12 : 5)" dir="auto" \(input, area: name) \
            aria-describedby="\(name)-hint \(name)-error \(name)-count"\(if: isFaulty, " aria-invalid='true'")>\
            \(input, content: start[field])</textarea>
            <div class="field-foot">
            \(errors.slot(part: "\(name)-error", "p", "class='field-error' data-for='\(name)'") { errors in
                errors.fields[field].map { HTML(text: copy.message($0)) } ?? ""
            })
            \(counts.slot(part: "\(name)-count", "p", "class='counter'") { counter(counts: $0, of: field) })
            </div>
            </div>
            """
    }

    func levels(_ input: Observable<Level?>) -> HTML {
        """
        <fieldset class="levels" aria-describedby="level-error">
        <legend>\(copy.howFulfilling)</legend>
        <div>
        \(Level.allCases.map { level in
            """
            <label><input type="radio"\(if: level == .one, " id='level'") \(input, field: "level",
            value: "\(level.rawValue)", checked: start.level == level)>\(copy.picture(of: level))\
            <span>\(copy.name(of: level))</span></label>
            """
        })
        </div>
        \(errors.slot(part: "level-error", "p", "class='field-error'") { errors in
            "\(if: errors.levelMissing && errors.wasRefused, HTML(text: copy.levelMissing))"
        })
        </fieldset>
        """
    }

    private func counter(counts: [ReviewField: Int], of field: ReviewField) -> HTML {
        let count = counts[field] ?? 0
        let words = copy.counter(count, limit: field.limit)
        return count > field.limit ? "<span class='over'>\(words)</span>" : "\(words)"
    }
}
