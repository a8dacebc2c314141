extension Reference {
    func pair(_ pairing: Pairing, _ source: Composition, _ other: Composition, at moment: Moment) -> Told {
        switch pairing {
        case .takeUntil:
            let (other, source) = (told(other, at: moment.child(0)), told(source, at: moment.child(1)))
            let first = other.elements.first.map { Told.End.completed(at: $0.moment) }
            let uses = source.uses + other.uses
            return Told(source.elements, end: .first([source.end, first, other.failure]), uses: uses)
        case .skipUntil:
            let (source, other) = (told(source, at: moment.child(0)), told(other, at: moment.child(1)))
            let opening = other.elements.first?.moment
            let isHeard = { (end: Moment) in opening.map { $0 < end } ?? false }
            // Once it has opened, or once the source is over, nobody listens to the other.
            let rest = other.cut(at: opening).cut(at: source.end?.moment)
            let uses = source.uses + rest.uses
            let end = source.end.flatMap { $0.error != nil || isHeard($0.moment) ? $0 : nil }
            return Told(source.elements.filter { isHeard($0.moment) }, end: .first([end, rest.failure]), uses: uses)
        case .withLatestFrom:
            let (other, source) = (told(other, at: moment.child(0)), told(source, at: moment.child(1)))
            let elements = source.elements.compactMap { element in
                other.elements.last { $0.moment < element.moment }.map { newest in
                    Told.Element(moment: element.moment, value: (element.value + 3 * newest.value) % 10)
                }
            }
            return Told(elements, end: .first([source.end, other.failure]), uses: source.uses + other.uses)
        }
    }

    func join(
        _ joining: Joining, _ parts: [Composition], isArray: Bool, _ combiner: Combiner, at moment: Moment
    ) -> Told {
        if joining == .concat { return concat(parts, at: moment) }
        let stories = parts.enumerated().map { told($0.element, at: moment.child($0.offset)) }
        return join(joining, stories, isArray: isArray, combiner, at: moment)
    }

    /// Sequences that are subscribed to together.
    func join(
        _ joining: Joining, _ stories: [Told], isArray: Bool, _ combiner: Combiner, at moment: Moment
    ) -> Told {
        guard !stories.isEmpty else { return joinNothing(joining, combiner, at: moment) }
        let completion = stories.completion.map { Told.End.completed(at: $0) }
        let end = Told.End.first([stories.firstFailure, completion, lack(joining, stories, isArray: isArray)])
        switch joining {
        case .merge, .concat: return Told(stories.elements, end: end, uses: stories.uses)
        case .zip:
            let rows = (0..<(stories.map(\.elements.count).min() ?? 0)).map { row in
                stories.map { $0.elements[row] }
            }
            return combine(rows.map { row in (row.map(\.moment).max() ?? moment, row.map(\.value)) }, combiner)(
                end, stories.uses)
        case .combineLatest:
            let rows = stories.elements.compactMap { element -> (Moment, [Int])? in
                let newest = stories.compactMap { story in
                    story.elements.last { $0.moment <= element.moment }?.value
                }
                return newest.count == stories.count ? (element.moment, newest) : nil
            }
            return combine(rows, combiner)(end, stories.uses)
        }
    }

    private func combine(_ rows: [(Moment, [Int])], _ combiner: Combiner) -> (Told.End?, [Told.Use]) -> Told {
        var elements: [Told.Element] = []
        var thrown: Told.End?
        for (moment, values) in rows where thrown == nil {
            do { elements.append(Told.Element(moment: moment, value: try combiner(values))) } catch {
                thrown = .failed(error, at: moment)
            }
        }
        return { [elements, thrown] end, uses in Told(elements, end: .first([end, thrown]), uses: uses) }
    }

    /// The first element that nothing can be combined with, from the only sequence that has not completed.
    private func lack(_ joining: Joining, _ stories: [Told], isArray: Bool) -> Told.End? {
        // Of zip only the form for an array knows of this; two and three sequences have a form of their own.
        let isZipOfArray = joining == .zip && (isArray || stories.count > 3)
        guard joining == .combineLatest || isZipOfArray else { return nil }
        let ends = stories.enumerated().flatMap { index, story in
            let others = stories.enumerated().filter { $0.offset != index }.map(\.element)
            return story.elements.enumerated().filter { row, element in
                others.allSatisfy { $0.completion.map { $0 < element.moment } ?? false }
                    && !others.allSatisfy { $0.elements.count > (joining == .zip ? row : 0) }
            }.map { Told.End.completed(at: $0.element.moment) }
        }
        return .first(ends)
    }

    private func joinNothing(_ joining: Joining, _ combiner: Combiner, at moment: Moment) -> Told {
        guard joining == .combineLatest else { return Told(end: .completed(at: moment)) }
        return combine([(moment.child(0), [])], combiner)(.completed(at: moment.child(1)), [])
    }
}
