/// A sequence put together from sources and operators, as data: the library's observable and the reference's list of
/// events are both made from it. Elements are the digits 0...9, so that conditions are met often.
indirect enum Composition {
    /// One of the schedule's ports.
    case port(Int)
    case of([Int])
    case empty
    case never
    case error(Int)
    case timer(Int, period: Int?)
    case one(Operator, Composition)
    case two(Pairing, Composition, Composition)
    case many(Joining, [Composition], isArray: Bool, Combiner)
    case inner(Flattening, Composition, Inner)
    /// One shared sequence that is listened to twice.
    case diamond(Joining, Composition, Sharing, Combiner)
}

/// What has one source and no sequence beside it.
enum Operator {
    case map(Function)
    case compactMap(Condition)
    case filter(Condition)
    case scan(Function)
    case scanInto(Function)
    case reduce(Function)
    case skip(Int)
    case skipWhile(Condition)
    case take(Int)
    case first
    case asSingle
    case takeWhile(Condition, isInclusive: Bool)
    case distinctUntilChanged(modulo: Int)
    case pairwise
    case `do`(Function)
    case doAfter(Function)
    case startWith([Int])
    case materialize
    case catchAndReturn(Int)
    case retry(Int)
    case retryWhen(Patience)
    /// By one subscriber, to whom it is as if it were not there.
    case share(Sharing)
    case driver(Int)
    case signal(Int)
    case debounce(Int)
    case throttle(Int, latest: Bool)
    case delay(Int)
    /// With an element in place of what is late, or the error.
    case timeout(Int, Int?)
    /// `deferred`, `create`, the trackers: what passes everything on.
    case pass(Int)
}

enum Pairing: CaseIterable {
    case takeUntil, skipUntil, withLatestFrom
}

enum Joining: CaseIterable {
    case merge, concat, zip, combineLatest
}

enum Flattening: CaseIterable {
    case flatMap, flatMapLatest, flatMapFirst, concatMap
    /// Here an error is what leads to a sequence.
    case `catch`
}

/// When a `retry(when:)` tries again.
enum Patience {
    case times(Int)
    case failing(after: Int)
    case delayed(Int)
    case timer(Int)
}

struct Sharing {
    let replay: Int
    let isForever: Bool
}

/// The error of everything that fails here.
struct Failure: Error, Equatable {
    let code: Int
}

/// A closure on elements.
struct Function {
    let factor: Int
    let shift: Int
    let throwsAt: Int?

    func callAsFunction(_ value: Int, _ former: Int = 0) throws -> Int {
        if value == throwsAt { throw Failure(code: 5) }
        return (value * factor + shift + former) % 10
    }
}

struct Condition {
    let limit: Int
    let throwsAt: Int?

    func callAsFunction(_ value: Int) throws -> Bool {
        if value == throwsAt { throw Failure(code: 6) }
        return value < limit
    }
}

/// What makes one element of several.
struct Combiner {
    let throwsAt: Int?

    func callAsFunction(_ values: [Int]) throws -> Int {
        var sum = 0
        for (index, value) in values.enumerated() { sum += (index + 1) * value }
        if sum % 10 == throwsAt { throw Failure(code: 7) }
        return sum % 10
    }
}

/// For each element, or each error's code, a sequence.
struct Inner {
    let choices: [Composition]
    let throwsAt: Int?

    func choice(_ value: Int) throws -> Int {
        if value == throwsAt { throw Failure(code: 8) }
        // A timer counts beyond 9, and the other half of a diamond is 9 less that: so it can be negative.
        return abs(value) % choices.count
    }
}
