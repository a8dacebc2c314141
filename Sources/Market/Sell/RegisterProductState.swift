import Foundation
import Live
import LiveSite

/// The form of a product: what is typed, which pictures it has, and what is known of the product as it is now.
struct RegisterProductState: MachineState {
    enum Event {
        case typed(FieldText, ProductField)
        /// A picture that the product has is kept, or left out, by its position.
        case kept(Bool, Int)
        case pictures(SentFiles)
        case save
        /// The store's answer to ``Effect/save(_:)``.
        case saved(Result<Product, any Error>)
        /// Something may have happened to the product elsewhere.
        case changed
        /// The product as it is now; nil when it is gone.
        case found(Product?)
    }

    enum Effect {
        case save(RegisterProductRequest)
        case read(ProductID)
        /// It was tried to save, and something is wrong in the form.
        case refused
        case saved(Product)
        /// Nothing was saved: because of what others did, or of what the visitor asked for.
        case failed(RegisterProductFailure, isOwn: Bool)
    }

    enum Phase { case open, saving, saved }

    /// The fields that are typed.
    static let textFields: [ProductField] = [.name, .price, .bargainPrice, .stock, .description]

    /// The product as it was last read; nil for one that isn't offered yet.
    private(set) var product: Product?
    /// Errors that the last attempt to save has found and that have not been corrected since.
    private(set) var errors = RegisterProductErrors()
    private(set) var phase = Phase.open
    /// The product as others have changed it, which is shown beside the form; nil when that is no news.
    private(set) var other: Product?
    /// Pictures of the product that the form shows, each with whether it is kept.
    private(set) var present: [PresentPicture]
    /// Whether the form was made from other pictures than the product has, so that its choices, which are told by
    /// position, are not of these. Nothing is taken for a choice until the pictures were shown.
    private var hasForeignChoices = false
    /// Whether the form's basis names other pictures now than the page shows.
    private var hasNewBasis = false
    private var sent = SentFiles()
    /// Pictures that were made of files in an attempt that failed for another reason.
    private var made: [FileID: ProductPicture] = [:]
    /// Pictures of which one is gone from the server; nil for none.
    private var lost: [ProductPicture]?
    /// Files that can't become a picture.
    private var refused: [FileID: PictureTrouble] = [:]
    /// The name of the page is a part of the key of its offer. The note tells which pictures the form shows.
    private var draft: Draft<ProductField>
    private let isPosted: Bool

    /// - Parameters:
    ///   - product: the product that is edited; nil for a new one.
    ///   - page: a name for the page that no other has, or the one that it had before its session was lost.
    ///   - beginning: how the page began.
    ///   - position: where the page was before its session was lost; nil for none.
    init(_ product: Product?, page: String, beginning: Visit.Beginning = .opened, position: FieldBasis? = nil) {
        self.product = product
        isPosted = beginning == .posted || beginning == .refused
        present = (product?.pictures ?? []).map { PresentPicture(picture: $0) }
        let stored = product?.stored ?? Dictionary(uniqueKeysWithValues: Self.textFields.map { ($0, .init("")) })
        draft = Draft(stored, page: page, beginning: beginning, note: product.map { Self.note(on: $0.pictures) })
        hasForeignChoices = position != nil && position?.note != draft.note
    }

    private static func note(on pictures: [ProductPicture]) -> String { FormKey.of(pictures.map(\.file)) }

    // MARK: What is shown

    subscript(field: ProductField) -> String { draft[field] }

    /// Name of the page, which it keeps when its session is lost.
    var page: String { draft.page }

    func basis(of field: ProductField) -> String { draft.basis(of: field) }

    func fill(of field: ProductField) -> FieldFill? {
        guard field == .name, hasNewBasis else { return draft.fill(of: field) }
        return FieldFill(
            draft[field], basis: draft.basis(of: field), isForced: draft.fill(of: field)?.isForced ?? false)
    }

    /// New content of the checkbox at a position.
    func fillOfKept(at position: Int) -> FieldFill? {
        guard present.indices.contains(position), present[position].isNews else { return nil }
        return FieldFill(present[position].isKept ? "yes" : "")
    }

    /// Characters of the trimmed text, as its limit counts them.
    func count(of field: ProductField) -> Int {
        draft[field].reading(limit: field == .name ? ProductName.limit : ProductDescription.limit).count
    }

    // MARK: What happens

    mutating func reduce(_ event: Event) -> [Effect] {
        let effects = apply(event)
        // Errors that have been corrected go.
        if !errors.isEmpty { errors = errors.filtered(by: allErrors) }
        return effects
    }

    private mutating func apply(_ event: Event) -> [Effect] {
        switch event {
        case .typed(let text, let field): type(text, into: field)
        case .kept(let isKept, let position):
            guard present.indices.contains(position), !hasForeignChoices else { break }
            (present[position].isKept, present[position].isNews) = (isKept, false)
        case .pictures(let files): sent = files
        case .save: return save()
        case .saved(.success(let product)):
            phase = .saved
            return [.saved(product)]
        case .saved(.failure(let error)):
            phase = .open
            return fail(error)
        case .changed: return product.map { [.read($0.id)] } ?? []
        case .found(let found):
            // A change of the page's own is no news, nor one that its answer under way will tell.
            guard phase == .open else { break }
            guard let found else { return [.failed(.service(.noContent), isOwn: false)] }
            follow(found)
        }
        return []
    }

    private mutating func type(_ text: FieldText, into field: ProductField) {
        draft.type(text, into: field)
        guard field == .name else { return }
        hasNewBasis = false
        // A form that is posted as a whole tells here which pictures it shows. Its choices may have come before.
        if isPosted, product != nil, let basis = text.basis, FieldBasis(text: basis)?.note != draft.note {
            hasForeignChoices = true
            for position in present.indices { present[position].isKept = true }
        }
    }

    private mutating func save() -> [Effect] {
        guard phase == .open else { return [] }
        // First of all: as long as other pictures are shown, errors of these can't be corrected.
        if let product, hasOtherPictures { return show(product) }
        errors = allErrors
        guard errors.isEmpty else { return [.refused] }
        if let product, !draft.conflicts.isEmpty { return show(product) }
        (phase, other) = (.saving, nil)
        return [
            .save(
                RegisterProductRequest(
                    form: form([]), product: product.map { ($0.id, $0.revision) }, page: page, kept: kept, files: sent,
                    made: made))
        ]
    }

    private mutating func fail(_ error: any Error) -> [Effect] {
        if let error = error as? PictureTroubles {
            made.merge(error.made) { $1 }
            refused.merge(error.troubles) { $1 }
            lost = error.isKeptGone ? kept : nil
            errors = allErrors
            // It may be for a reason that is over at the next attempt.
            let passing = error.troubles.filter { $0.value.isPassing }
            for id in passing.keys { refused[id] = nil }
            return [.refused]
        }
        switch error as? MarketError {
        case .changedSince(let product):
            follow(product)
            // The fields that were changed are in the form, and the others are sent again.
            return draft.conflicts.isEmpty && !hasOtherPictures ? save() : show(product)
        case .tooManyOffers(let end): return [.failed(.tooMany(until: end), isOwn: true)]
        default: return [.failed(.service(ServiceFailure(error)), isOwn: true)]
        }
    }

    /// The product was changed elsewhere: fields that nobody has typed in here show it.
    private mutating func follow(_ found: Product) {
        let isNewer = found.revision != product?.revision
        product = found
        guard isNewer else { return }
        for (field, stored) in found.stored { draft.merge(stored, into: field) }
    }

    /// Whether the product has other pictures than the form shows.
    private var hasOtherPictures: Bool {
        guard let product else { return false }
        return hasForeignChoices || product.pictures != present.map(\.picture)
    }

    /// The visitor is shown the product as it is now. Whoever saves then does so knowingly. The form has its pictures then;
    /// files that were sent stay.
    private mutating func show(_ found: Product) -> [Effect] {
        if hasOtherPictures {
            let leftOut = hasForeignChoices ? [] : Set(present.filter { !$0.isKept }.map(\.picture))
            present = found.pictures.map { PresentPicture(picture: $0, isKept: !leftOut.contains($0), isNews: true) }
            draft.note = Self.note(on: found.pictures)
            (hasForeignChoices, hasNewBasis) = (false, true)
        }
        for field in Self.textFields { draft.keepMine(field) }
        other = found
        return [.failed(.changed(found), isOwn: true)]
    }

    // MARK: Checking

    private var kept: [ProductPicture] { present.filter(\.isKept).map(\.picture) }

    private func form(_ pictures: [ProductPicture]) -> ProductForm {
        var form = ProductForm()
        (form.name, form.price, form.bargainPrice) = (draft[.name], draft[.price], draft[.bargainPrice])
        (form.stock, form.description, form.pictures) = (draft[.stock], draft[.description], pictures)
        return form
    }

    private var allErrors: RegisterProductErrors {
        var found = RegisterProductErrors()
        // The number of files is known; the pictures that they become aren't yet.
        let places = (0..<(sent.files.count + sent.missing.count))
            .compactMap { ProductPicture(file: "place-\($0).jpg", width: 1, height: 1) }
        do {
            _ = try NewProduct(
                form(kept + places), stock: product == nil ? NewProduct.offeredStock : NewProduct.editedStock)
        } catch {
            found.fields = error.fields
        }
        found.refusals = sent.refusals
        found.troubles = sent.files.compactMap { file in
            refused[file.id].map { NamedTrouble(file: file.name, trouble: $0) }
        }
        // Whoever sends an offer twice has no files any more the second time, which only the store can tell.
        if product != nil, !sent.missing.isEmpty { found.troubles.append(NamedTrouble(file: "", trouble: .missing)) }
        if let lost, lost == kept { found.troubles.append(NamedTrouble(file: "", trouble: .missing)) }
        if let trouble = sent.missing.lazy.compactMap({ refused[$0] }).first {
            found.troubles.append(NamedTrouble(file: "", trouble: trouble))
        }
        return found
    }
}

/// A picture that the product has.
struct PresentPicture: Hashable, Sendable {
    let picture: ProductPicture
    var isKept = true
    /// Whether the choice is not the visitor's, and the page may show another one.
    var isNews = false
}

/// The errors of the form.
struct RegisterProductErrors: Hashable, Sendable {
    var fields: [ProductField: ProductFault] = [:]
    /// Files that did not arrive.
    var refusals: [FileRefusal] = []
    /// Files that did not become a picture.
    var troubles: [NamedTrouble] = []

    var isEmpty: Bool { fields.isEmpty && refusals.isEmpty && troubles.isEmpty }

    /// Those that are in the other ones too, as they say them.
    func filtered(by other: Self) -> Self {
        var errors = self
        errors.fields = other.fields.filter { fields[$0.key] != nil }
        errors.refusals = refusals.filter(other.refusals.contains)
        errors.troubles = troubles.filter { $0.trouble.isPassing || other.troubles.contains($0) }
        return errors
    }
}

/// The reason why a file, by its name on the visitor's device, did not become a picture.
struct NamedTrouble: Hashable, Sendable {
    let file: String
    let trouble: PictureTrouble
}

/// The reason why nothing was saved, besides the errors of fields.
enum RegisterProductFailure: Sendable {
    /// The product was changed elsewhere: this is it now.
    case changed(Product)
    /// As many offers were made as are allowed.
    case tooMany(until: Date)
    case service(ServiceFailure)

    var status: Int {
        switch self {
        case .changed: 409
        case .tooMany: 429
        case .service(let failure): failure.status
        }
    }
}

extension Product {
    /// The texts of the form's fields.
    fileprivate var stored: [ProductField: Draft<ProductField>.Stored] {
        let texts: [ProductField: String] = [
            .name: name.text, .price: price.list.amount.grouped, .bargainPrice: price.bargain?.amount.grouped ?? "",
            .stock: stock.grouped, .description: description.text,
        ]
        return texts.mapValues { .init($0, revision: revision) }
    }
}
