import Foundation
import Live
import Streams

/// The form that offers a product, or edits one. See ``RegisterProductState``.
struct RegisterProductViewModel: ViewModel {
    struct Input {
        let name: Observable<FieldText>
        let price: Observable<FieldText>
        let bargainPrice: Observable<FieldText>
        let stock: Observable<FieldText>
        let description: Observable<FieldText>
        /// Files that become pictures, in their order.
        let pictures: Observable<SentFiles>
        /// Whether the first, second, … picture that the product has is kept.
        let keepFirst: Observable<Bool>
        let keepSecond: Observable<Bool>
        let keepThird: Observable<Bool>
        let keepFourth: Observable<Bool>
        let keepFifth: Observable<Bool>
        let save: Observable<Void>
        /// Something may have happened to the product elsewhere.
        let productChanges: Observable<Void>
        let basketCount: Observable<Int>

        static let keepNames = ["keepFirst", "keepSecond", "keepThird", "keepFourth", "keepFifth"]
        var keeps: [Observable<Bool>] { [keepFirst, keepSecond, keepThird, keepFourth, keepFifth] }
    }

    struct Output {
        let fieldErrors: Driver<RegisterProductErrors>
        let canSave: Driver<Bool>
        let isSaving: Driver<Bool>
        /// It was tried to save, and something is wrong in the form.
        let refused: Signal<Void>
        let saved: Signal<Product>
        /// The words of a failure.
        let failAlertAction: Signal<String>
        let failed: Signal<RegisterProductFailure>
        /// The visitor's own request failed, so the page moves to the reason. Changes by others move nothing.
        let ownFailed: Signal<Void>
        /// The product as others have changed it; nil when that is no news.
        let other: Driver<Product?>
        /// Pictures of the product, each of which can be left out.
        let present: Driver<[ProductPicture]>
        let nameCount: Driver<Int>
        let descriptionCount: Driver<Int>
        let basketCount: Driver<Int>
        let state: Property<RegisterProductState>
    }

    let place: RegisterProductRequest.Place
    let initial: RegisterProductState
    let strings: Strings
    let now: @Sendable () -> Date
    let scheduler: Scheduler
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let machine = Machine(initial, until: bag, run: request)
        machine.on(input.name) { .typed($0, .name) }
        machine.on(input.price) { .typed($0, .price) }
        machine.on(input.bargainPrice) { .typed($0, .bargainPrice) }
        machine.on(input.stock) { .typed($0, .stock) }
        machine.on(input.description) { .typed($0, .description) }
        machine.on(input.pictures) { .pictures($0) }
        for (position, keep) in input.keeps.enumerated() { machine.on(keep) { .kept($0, position) } }
        machine.on(input.save) { .save }
        machine.on(input.productChanges) { .changed }
        return Output(
            fieldErrors: machine.select(\.errors), canSave: machine.select { $0.phase == .open },
            isSaving: machine.select { $0.phase == .saving },
            refused: machine.signal { if case .refused = $0 { () } else { nil } },
            saved: machine.signal { if case .saved(let product) = $0 { product } else { nil } },
            failAlertAction: machine.signal { [strings, now] effect in
                if case .failed(let failure, _) = effect { strings.words(for: failure, now: now()) } else { nil }
            },
            failed: machine.signal { if case .failed(let failure, _) = $0 { failure } else { nil } },
            ownFailed: machine.signal { if case .failed(_, isOwn: true) = $0 { () } else { nil } },
            other: machine.select(\.other), present: machine.select { $0.present.map(\.picture) },
            nameCount: machine.select { $0.count(of: .name) },
            descriptionCount: machine.select { $0.count(of: .description) },
            basketCount: input.basketCount.asDriver(onErrorJustReturn: 0), state: machine.state)
    }

    private func request(
        _ effect: RegisterProductState.Effect
    ) -> MachineRequest<RegisterProductState.Event>? {
        switch effect {
        case .save(let request):
            .atOnce(.perform(on: scheduler) { [place] in try await request.perform(in: place) }, then: { .saved($0) })
        case .read(let id):
            // When it can't be read, the next change asks again.
            .latest(
                "product",
                .perform(on: scheduler, deliversSynchronously: true) { [place] in try await place.store.product(id) },
                then: { try? .found($0.get()) })
        case .refused, .saved, .failed: nil
        }
    }
}
