import StreamsTesting

extension Composition {
    /// - Parameter size: how many operators there are at most; it is shared out to the sources.
    static func random(size: Int, _ random: inout SeededGenerator) -> Composition {
        guard size > 0 else { return source(&random) }
        let kind = random.below(100)
        if kind < 50 { return .one(.random(&random), .random(size: size - 1, &random)) }
        if kind < 62 {
            let left = random.below(size)
            return .two(
                random.pick(Pairing.allCases), .random(size: left, &random), .random(size: size - 1 - left, &random))
        }
        if kind < 78 {
            let count = random.chance(5) ? 0 : 1 + random.below(3)
            let parts = (0..<count).map { _ in Composition.random(size: (size - 1) / count, &random) }
            return .many(random.pick(Joining.allCases), parts, isArray: random.chance(40), .random(&random))
        }
        if kind < 94 {
            let outer = random.below(size)
            let inners = (0..<1 + random.below(2)).map { _ in
                Composition.random(size: (size - 1 - outer) / 2, &random)
            }
            return .inner(
                random.pick(Flattening.allCases), .random(size: outer, &random),
                Inner(choices: inners, throwsAt: random.chance(8) ? random.below(10) : nil))
        }
        let joining = random.pick([Joining.merge, .zip, .combineLatest])
        return .diamond(joining, .random(size: size - 1, &random), .random(&random), .random(&random))
    }

    private static func source(_ random: inout SeededGenerator) -> Composition {
        switch random.below(20) {
        case 0: .empty
        case 1: .never
        case 2: .error(random.below(3))
        case 3: .timer(random.below(5), period: nil)
        case 4: .timer(random.below(5), period: 1 + random.below(5))
        case 5, 6, 7: .of((0..<1 + random.below(3)).map { _ in random.below(10) })
        default: .port(random.below(Ports.count))
        }
    }
}

extension Operator {
    static func random(_ random: inout SeededGenerator) -> Operator {
        switch random.below(36) {
        case 0, 1: .map(.random(&random))
        case 2: .compactMap(.random(&random))
        case 3: .filter(.random(&random))
        case 4: .scan(.random(&random))
        case 5: .reduce(.random(&random))
        case 6: .skip(random.below(3))
        case 7: .skipWhile(.random(&random))
        case 8, 9: .take(random.below(4))
        case 10, 11: .takeWhile(.random(&random), isInclusive: random.chance(50))
        case 12: .distinctUntilChanged(modulo: 1 + random.below(10))
        case 13: .pairwise
        case 14: random.chance(50) ? .do(.random(&random)) : .doAfter(.random(&random))
        case 15: .startWith((0...random.below(2)).map { _ in random.below(10) })
        case 16: .materialize
        case 17: .catchAndReturn(random.below(10))
        case 18, 19: .retry(random.below(4))
        case 20, 21: .retryWhen(.random(&random))
        case 22: .share(.random(&random))
        case 23: .driver(random.below(10))
        case 24: .signal(random.below(10))
        case 25, 26: .debounce(random.below(5))
        case 27, 28: .throttle(random.below(6), latest: random.chance(70))
        case 29: .delay(random.below(5))
        case 30: .scanInto(.random(&random))
        case 31: .first
        case 32: .asSingle
        case 33, 34: .timeout(random.below(6), random.chance(50) ? random.below(10) : nil)
        default: .pass(random.below(5))
        }
    }
}

extension Patience {
    static func random(_ random: inout SeededGenerator) -> Patience {
        switch random.below(4) {
        case 0: .times(random.below(3))
        case 1: .failing(after: random.below(3))
        // Not 0: what fails at once would be tried again for ever without time passing.
        case 2: .delayed(1 + random.below(4))
        default: .timer(1 + random.below(4))
        }
    }
}

extension Sharing {
    static func random(_ random: inout SeededGenerator) -> Sharing {
        Sharing(replay: random.below(4), isForever: random.chance(40))
    }
}

extension Function {
    static func random(_ random: inout SeededGenerator) -> Function {
        Function(
            factor: 1 + random.below(3), shift: random.below(10), throwsAt: random.chance(15) ? random.below(10) : nil)
    }
}

extension Condition {
    static func random(_ random: inout SeededGenerator) -> Condition {
        Condition(limit: 2 + random.below(7), throwsAt: random.chance(15) ? random.below(10) : nil)
    }
}

extension Combiner {
    static func random(_ random: inout SeededGenerator) -> Combiner {
        Combiner(throwsAt: random.chance(10) ? random.below(10) : nil)
    }
}
