extension Reference {
    func apply(_ operation: Operator, to source: Composition, at moment: Moment) -> Told {
        switch operation {
        case .map(let function): return told(source, at: moment).compactMap { try function($0) }
        case .compactMap(let condition):
            return told(source, at: moment).compactMap { try condition($0) ? ($0 + 1) % 10 : nil }
        case .filter(let condition): return told(source, at: moment).compactMap { try condition($0) ? $0 : nil }
        case .do(let function):
            return told(source, at: moment).compactMap { value in
                _ = try function(value)
                return value
            }
        case .doAfter(let function): return lookBack(told(source, at: moment), function)
        case .scan(let function), .scanInto(let function):
            var sum = 0
            return told(source, at: moment).compactMap { value in
                sum = try function(value, sum)
                return sum
            }
        case .reduce(let function): return reduce(told(source, at: moment), function)
        case .skip(let count):
            let whole = told(source, at: moment)
            return whole.telling(Array(whole.elements.dropFirst(count)), end: whole.end)
        case .skipWhile(let condition):
            var isSkipping = true
            return told(source, at: moment).compactMap { value in
                if isSkipping { isSkipping = try condition(value) }
                return isSkipping ? nil : value
            }
        case .take(0): return Told(end: .completed(at: moment))
        case .take(let count): return take(told(source, at: moment), count)
        case .first: return first(told(source, at: moment))
        case .asSingle: return single(told(source, at: moment))
        case .takeWhile(let condition, let isInclusive): return take(told(source, at: moment), condition, isInclusive)
        case .distinctUntilChanged(let modulo):
            var former: Int?
            return told(source, at: moment).compactMap { value in
                defer { former = value % modulo }
                return former == value % modulo ? nil : value
            }
        case .pairwise:
            let whole = told(source, at: moment)
            let pairs = zip(whole.elements, whole.elements.dropFirst()).map { former, next in
                Told.Element(moment: next.moment, value: (3 * former.value + next.value) % 10)
            }
            return whole.telling(pairs, end: whole.end)
        case .startWith(let values): return start(source, with: values, at: moment)
        case .materialize: return materialize(told(source, at: moment))
        case .catchAndReturn(let value), .driver(let value), .signal(let value):
            return catching(told(source, at: moment)) { of([value], at: $0.moment) }
        case .retry(let count): return retry(source, count, at: moment)
        case .retryWhen(let patience): return retry(source, patience, at: moment)
        case .share, .pass: return told(source, at: moment)
        case .debounce(let units): return debounce(told(source, at: moment), units)
        case .throttle(let units, let latest): return throttle(told(source, at: moment), units, latest: latest)
        case .delay(let units): return delay(told(source, at: moment), units)
        case .timeout(let units, let value): return timeout(source, units, value, at: moment)
        }
    }

    func catching(_ source: Told, _ handler: (Told.End) throws -> Told) -> Told {
        guard let failure = source.failure else { return source }
        do {
            let rest = try handler(failure)
            return Told(source.elements + rest.elements, end: rest.end, uses: source.uses + rest.uses)
        } catch { return source.telling(source.elements, end: .failed(error, at: failure.moment)) }
    }

    /// An element is sent before it is looked at.
    private func lookBack(_ source: Told, _ function: Function) -> Told {
        for (index, element) in source.elements.enumerated() {
            do { _ = try function(element.value) } catch {
                let last = Told.Element(moment: element.moment.child(0), value: element.value)
                return source.telling(
                    source.elements.prefix(index) + [last], end: .failed(error, at: element.moment.child(1)))
            }
        }
        return source
    }

    private func reduce(_ source: Told, _ function: Function) -> Told {
        var sum = 0
        for element in source.elements {
            do { sum = try function(element.value, sum) } catch {
                return source.telling([], end: .failed(error, at: element.moment))
            }
        }
        guard let completion = source.completion else { return source.telling([], end: source.end) }
        return source.telling(
            [Told.Element(moment: completion.child(0), value: sum)], end: .completed(at: completion.child(1)))
    }

    private func take(_ source: Told, _ count: Int) -> Told {
        guard source.elements.count >= count else { return source }
        let last = source.elements[count - 1]
        return source.telling(
            source.elements.prefix(count - 1) + [Told.Element(moment: last.moment.child(0), value: last.value)],
            end: .completed(at: last.moment.child(1)))
    }

    private func first(_ source: Told) -> Told {
        guard source.elements.isEmpty, let completion = source.completion else { return take(source, 1) }
        return of([0], at: completion, after: source)
    }

    private func single(_ source: Told) -> Told {
        if source.elements.count > 1 {
            return source.telling([], end: .init(moment: source.elements[1].moment, error: Failure.ofStreams))
        }
        guard let completion = source.completion else { return source.telling([], end: source.end) }
        guard let only = source.elements.first else {
            return source.telling([], end: .init(moment: completion, error: Failure.ofStreams))
        }
        return of([only.value], at: completion, after: source)
    }

    /// Elements that the completion leads to.
    private func of(_ values: [Int], at completion: Moment, after source: Told) -> Told {
        let last = of(values, at: completion)
        return source.telling(last.elements, end: last.end)
    }

    private func take(_ source: Told, _ condition: Condition, _ isInclusive: Bool) -> Told {
        for (index, element) in source.elements.enumerated() {
            do {
                if try condition(element.value) { continue }
                let last = isInclusive ? [Told.Element(moment: element.moment.child(0), value: element.value)] : []
                return source.telling(
                    source.elements.prefix(index) + last, end: .completed(at: element.moment.child(1)))
            } catch { return source.telling(source.elements, end: .failed(error, at: element.moment)) }
        }
        return source
    }

    private func start(_ source: Composition, with values: [Int], at moment: Moment) -> Told {
        let first = values.enumerated().map { Told.Element(moment: moment.child($0.offset), value: $0.element) }
        let rest = told(source, at: moment.child(values.count))
        return rest.telling(first + rest.elements, end: rest.end)
    }

    private func materialize(_ source: Told) -> Told {
        var elements = source.elements.map { Told.Element(moment: $0.moment, value: Happening.next($0.value).digit) }
        guard let end = source.end else { return source.telling(elements, end: nil) }
        let digit = (end.error.map { .error($0) } ?? Happening.completed).digit
        elements.append(Told.Element(moment: end.moment.child(0), value: digit))
        return source.telling(elements, end: .completed(at: end.moment.child(1)))
    }
}
