import HindsightDomain
import Live
import LiveSite
import Streams

/// The rows of a goal's steps, and the form that adds one.
struct StepRows {
    let strings: Strings
    let id: GoalID
    let input: GoalDetailViewModel.Input
    let output: GoalDetailViewModel.Output

    // MARK: Row

    func row(_ row: StepRow) -> HTML {
        if let faults = row.faults {
            // Others are dragged past it.
            return "\(if: row.canMove, "<span data-grip hidden></span>")\(form(row, faults))"
        }
        return "\(mark(row))\(if: row.canMove, grip)\(if: row.canChange, menu(row))\(if: row.isSilent, silence(row))"
    }

    /// The part of a row by which it is dragged; see `drag.js`. Keys have the menu.
    private var grip: HTML { "<span class='grip' data-grip aria-hidden='true'></span>" }

    /// The hint at an alarm that won't be sent, with a link to the setting that enables it.
    private func silence(_ row: StepRow) -> HTML {
        let (reason, address, words) =
            row.alarmReach == .goalIsOff
            ? (
                strings.alarmIsOff, Routes.goal.path(id, query: ["edit": "1"]) + "#reminderEnabled",
                strings.turnOnForGoal
            )
            : (strings.goalHasNoChannel, Routes.reminders.path(), strings.chooseChannel)
        return "<p class='hint unheard'>\(reason) <a href='\(address)'>\(words)</a></p>"
    }

    private func mark(_ row: StepRow) -> HTML {
        let mark = StepMark(
            strings: strings, step: row.step, isTicked: row.isTicked, pace: row.pace, left: row.daysLeft)
        return row.canChange ? mark.button(tick: input.tick, untick: input.untick) : mark.html
    }

    private func menu(_ row: StepRow) -> HTML {
        let step = row.step.id.description
        return """
            <details class="menu" data-menu>
            <summary class="button quiet" id="menu-\(step)" aria-label="\(strings.optionsFor(row.step.title))">\
            <span aria-hidden="true">···</span></summary>
            <div class="menu-body">\
            <a class="button quiet" href="\(Routes.goal.path(id, query: ["step": step]))" \(input.editStep, value: step)>\
            \(strings.editStep)</a>\
            \(if: row.step.repetition != nil && !row.step.isDone, input.finishStep.form(
                value: step, "", "<button class='button quiet'>\(row.isLast ? strings.finishToComplete : strings.finishStep)</button>"))\
            \(if: row.canMoveUp, input.moveUp.form(
                value: step, "", "<button class='button quiet'>\(strings.moveUp)</button>"))\
            \(if: row.canMoveDown, input.moveDown.form(
                value: step, "", "<button class='button quiet'>\(strings.moveDown)</button>"))\
            \(if: row.completesWhenRemoved, "<p class='hint'>\(strings.removingCompletes)</p>")\
            \(input.removeStep.form(
                value: step, "",
                """
                <button class="button quiet danger">\(row.completesWhenRemoved ? strings.removeToComplete : strings.removeStep)</button>
                """))</div>
            </details>
            """
    }

    // MARK: Edited row

    private func form(_ row: StepRow, _ faults: StepFaults) -> HTML {
        let typed = output.state.value.typed
        let step = row.step.id.description
        return input.saveEdit.form(
            value: step, "class='step-form' novalidate",
            """
            \(FieldRow(
                id: "step-title", label: strings.stepName,
                attributes: """
                    type="text" \(input.editTitle, area: "editTitle", text: typed.editTitle) value="\(typed.editTitle)" \
                    autocomplete="off" required
                    """,
                error: error("step-title", faults.title.map { strings.message(AddFault.title($0)) }),
                isInvalid: faults.title != nil
            ).html)
            \(CheckRow(
                id: "step-repeats", label: "\(strings.repeats)",
                attributes: "\(input.repeats, area: "repeats") value=\"yes\"\(if: typed.repeats, " checked")",
                error: error("step-repeats", faults.ticks.map { strings.hasTicks($0) }), isInvalid: faults.ticks != nil
            ).html)
            <div class="times">\(FieldRow(
                id: "step-times", label: strings.times, hint: "\(strings.timesHint(hasEnd: output.state.value.detail?.goal.fields.hasEnd == true))",
                attributes: """
                    type="text" inputmode="numeric" autocomplete="off" \(input.times, area: "times", text: typed.times) \
                    value="\(typed.times)"
                    """,
                error: error("step-times", faults.times.map { strings.message($0) }), isInvalid: faults.times != nil
            ).html)</div>
            <div class="due-on">\(FieldRow(
                id: "step-due", label: strings.dueOn,
                attributes: "type=\"date\" \(input.dueOn, area: "dueOn") value=\"\(typed.dueOn)\"\(limits)",
                error: error("step-due", faults.dueOn.map { strings.message($0) }), isInvalid: faults.dueOn != nil
            ).html)</div>
            <fieldset class="days" aria-describedby="step-days-error">
            <legend>\(strings.alarmDays)</legend>
            <div>\(days.map { day, name, stream in
                """
                <label><input type="checkbox" id="step-\(name)" \(stream, area: name) value="yes"\
                \(if: typed.days.contains(day), " checked")\(if: faults.daysMissing, " aria-invalid='true'")>\
                <span>\(strings.name(of: day))</span></label>
                """ as HTML
            })</div>
            <p class="field-error" id="step-days-error">\(if: faults.daysMissing, "\(strings.alarmDaysMissing)")</p>
            </fieldset>
            \(FieldRow(
                id: "step-time", label: strings.alarmTime,
                hint: "\(strings.alarmHint) <a href='\(Routes.reminders.path())'>\(strings.remindersLink)</a>",
                attributes: "type=\"time\" \(input.alarmTime, area: "alarmTime") value=\"\(typed.time)\"",
                error: error("step-time", faults.time.map { strings.message($0) }), isInvalid: faults.time != nil
            ).html)
            <div class="buttons"><button class="button primary">\(strings.saveStep)</button>\
            <a class="button quiet" href="\(Routes.goal.path(id))" \(input.cancelStep)>\(strings.cancelStep)</a></div>
            """)
    }

    /// The days of the goal, as the attributes of a field.
    private var limits: HTML {
        guard let goal = output.state.value.detail?.goal.fields else { return "" }
        return " min=\"\(iso: goal.startDate)\"\(if: goal.hasEnd, " max=\"\(iso: goal.endDate)\"")"
    }

    private var days: [(Weekday, name: String, Observable<Bool>)] {
        [
            (.monday, "monday", input.monday), (.tuesday, "tuesday", input.tuesday),
            (.wednesday, "wednesday", input.wednesday), (.thursday, "thursday", input.thursday),
            (.friday, "friday", input.friday), (.saturday, "saturday", input.saturday),
            (.sunday, "sunday", input.sunday),
        ]
    }

    private func error(_ id: String, _ words: String?) -> HTML {
        "<p id='\(id)-error' \(FieldRow.errorAttributes(id))>\(words ?? "")</p>"
    }

    // MARK: Form of a new step

    func addForm(_ form: AddForm) -> HTML {
        guard form.isShown else {
            return "\(if: form.isFull, "<p class='hint' id='steps-full' tabindex='-1'>\(strings.nineSteps)</p>")"
        }
        let typed = output.state.value.typed
        return input.saveStep.form(
            "class='add-form' novalidate",
            """
            \(FieldRow(
                id: "step-new", label: form.isFirst ? strings.firstStep : strings.newStep,
                attributes: """
                    \(input.stepTitle, area: "stepTitle", text: typed.left, basis: typed.basis.text) \
                    autocomplete="off" enterkeyhint="next" required\(if: form.isFirst, " autofocus")
                    """,
                error: error("step-new", form.fault.map { strings.message($0) }), isInvalid: form.fault != nil,
                foot: form.isFirst ? "<p class='hint' id='step-new-foot'>\(strings.stepLines)</p>" : nil,
                area: "\(input.stepTitle, content: typed.left)"
            ).html)\(input.stepTitle, basisOf: "stepTitle", typed.basis.text)
            <button class="button">\(strings.addStep)</button>
            """)
    }
}
