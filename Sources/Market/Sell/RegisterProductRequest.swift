import Live
import LiveSite

/// The request that saves the form of a product.
struct RegisterProductRequest: Sendable {
    /// The form, without its pictures.
    let form: ProductForm
    /// The product and the expected revision; nil for a new product.
    let product: (id: ProductID, revision: Int)?
    /// The name of the page.
    let page: String
    /// Pictures of the product that are kept.
    let kept: [ProductPicture]
    /// Files that become pictures behind those.
    let files: SentFiles
    /// Pictures that were made of some of the files before.
    let made: [FileID: ProductPicture]

    /// The parts of the app that take part.
    struct Place: Sendable {
        let store: any MarketStore
        let pictures: any ProductPictures
        let waiting: (any WaitingFiles)?
        let visitor: VisitorID
        let holder: Holder
        let client: Client
    }

    /// Carries the request out.
    ///
    /// - Throws: ``MarketError``; ``PictureTroubles``, before anything is saved.
    func perform(in place: Place) async throws -> Product {
        do {
            if let product = try await offered(in: place) { return product }
            let product = try await save(in: place)
            await discardFiles(in: place)
            return product
        } catch let troubles as PictureTroubles {
            // Another attempt with the same key has taken the files meanwhile.
            if let product = try await offered(in: place) { return product }
            throw troubles
        }
    }

    /// The product that was offered with this form before, which needs its files no more; nil for none.
    private func offered(in place: Place) async throws -> Product? {
        guard product == nil, let offer = try await place.store.offer(madeWith: key, by: place.visitor) else {
            return nil
        }
        await discardFiles(in: place)
        return offer.product
    }

    private func discardFiles(in place: Place) async {
        let ids = files.files.map(\.id)
        await place.waiting?.discard(ids)
        place.pictures.forget(ids)
    }

    private func save(in place: Place) async throws -> Product {
        // Before any work on the files.
        if product == nil, let end = try await place.store.offerWait(of: place.visitor, from: place.client) {
            throw MarketError.tooManyOffers(until: end)
        }
        do { return try await save(with: made, in: place) } catch PictureFailure.gone {
            if let id = product?.id {
                guard let now = try await place.store.product(id) else { throw MarketError.notFound }
                guard kept.allSatisfy(now.pictures.contains) else { throw MarketError.changedSince(now) }
            }
        }
        // A picture that was made before is gone. Its file is still there, so it is made again.
        do { return try await save(with: [:], in: place) } catch PictureFailure.gone {
            // With nothing kept it is one that was made just now, and may be there at the next attempt.
            let troubles = kept.isEmpty ? files.files.map { ($0.id, PictureTrouble.busy) } : []
            throw PictureTroubles(troubles: Dictionary(uniqueKeysWithValues: troubles), isKeptGone: !kept.isEmpty)
        }
    }

    private func save(with made: [FileID: ProductPicture], in place: Place) async throws -> Product {
        var form = form
        form.pictures = kept + (try await makePictures(with: made, in: place))
        return try await place.pictures.using(form.pictures) {
            guard let (id, revision) = product else {
                return try await place.store.offer(
                    NewProduct(form), by: place.visitor, from: place.client, key: key
                ).product
            }
            let fields = try NewProduct(form, stock: NewProduct.editedStock)
            return try await place.store.edit(id, fields, from: revision, by: place.holder)
        }
    }

    private func makePictures(
        with made: [FileID: ProductPicture], in place: Place
    ) async throws -> [ProductPicture] {
        var (pictures, result) = ([ProductPicture](), PictureTroubles(made: made))
        for id in files.missing { result.troubles[id] = .missing }
        for file in files.files {
            do {
                let picture =
                    if let picture = made[file.id] { picture } else {
                        try await place.pictures.make(of: file, for: place.visitor, from: place.client)
                    }
                result.made[file.id] = picture
                pictures.append(picture)
            } catch {
                guard let trouble = PictureTrouble(error) else { throw error }
                result.troubles[file.id] = trouble
            }
        }
        if !result.troubles.isEmpty { throw result }
        return pictures
    }

    /// The key of the offer: the same form sent twice has the same, and one with other texts has another. The files are no
    /// part of it, since a form that carries them itself gives them other IDs each time.
    private var key: IdempotencyKey {
        let name = form.name.split(whereSeparator: \.isNewline).joined(separator: " ")
        let numbers = [form.price, form.bargainPrice, form.stock].map { $0.filter { !$0.isNewline } }
        let key = FormKey.of([page, name] + numbers + [form.description])
        guard let key = IdempotencyKey(key) else { preconditionFailure("A hash is a token") }
        return key
    }
}
