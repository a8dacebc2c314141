// All SQL of the store. Each text is a constant with bound arguments: so no typed text becomes SQL, a connection prepares
// each statement once, and `QueryPlanTests` checks the query plan of each.

/// Statements on products, their pictures, and the limit of offers.
enum ProductStatements {
    /// The columns of ``ProductRow``, from `product` and the picture in `cover`.
    static let row = """
        product.id, product.name, product.price, product.bargainPrice, product.stock, product.revision,
            cover.file, cover.width, cover.height
        """

    /// The join for the first picture of a product.
    static let cover = "LEFT JOIN picture AS cover ON cover.product = product.id AND cover.position = 0"

    /// Returns the products of the seller `?1` with IDs below `?2`, the latest first, `?3` at most.
    static let ofSeller = """
        SELECT \(row) FROM product INDEXED BY product_seller \(cover)
        WHERE product.seller = ?1 AND product.id < ?2 ORDER BY product.id DESC LIMIT ?3
        """

    private static let details = """
        SELECT product.id, product.seller, product.code, product.name, product.description, product.price,
            product.bargainPrice, product.stock, product.revision, product.offeredAt, picture.position, picture.file,
            picture.width, picture.height
        FROM product LEFT JOIN picture ON picture.product = product.id
        """

    /// Returns a row for each picture of the product `?1`; one without a picture if it has none.
    static let product = "\(details) WHERE product.id = ?1 ORDER BY picture.position"

    /// Returns the same of the product with the code `?1`.
    static let productOfCode = "\(details) WHERE product.code = ?1 ORDER BY picture.position"

    /// Returns the product that the seller `?1` has offered with the idempotency key `?2`.
    static let offered = "SELECT product.id FROM product WHERE product.seller = ?1 AND product.key = ?2"

    /// Returns a row if the code `?1` is taken.
    static let isCodeTaken = "SELECT 1 FROM product WHERE product.code = ?1"

    static let insert = """
        INSERT INTO product (seller, code, key, name, description, price, bargainPrice, stock, offeredAt)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
        """

    /// Adds `?1` to the number of products, so that reading it takes the same time however many there are.
    static let tally = "UPDATE tally SET products = products + ?1 WHERE tally.id = 1"

    /// Replaces the fields of the product `?1` if its revision is `?2`.
    static let edit = """
        UPDATE product SET name = ?3, description = ?4, price = ?5, bargainPrice = ?6, stock = ?7, revision = revision + 1
        WHERE product.id = ?1 AND product.revision = ?2
        """

    static let insertPicture = """
        INSERT INTO picture (product, position, file, width, height) VALUES (?1, ?2, ?3, ?4, ?5)
        """

    static let removePictures = "DELETE FROM picture WHERE picture.product = ?1"

    /// Adds the files of the pictures of the product `?1` to those that no product shows, unless another one does.
    static let strayPictures = """
        INSERT INTO strayFile (file, since) SELECT picture.file, 0 FROM picture
        WHERE picture.product = ?1 AND NOT EXISTS (
            SELECT 1 FROM picture AS other WHERE other.file = picture.file AND other.product <> ?1
        )
        ON CONFLICT (file) DO NOTHING
        """

    static let removeFromIndex = "DELETE FROM productSearch WHERE productSearch.rowid = ?1"

    /// Removes the product `?1`. Foreign keys remove what belongs to it.
    static let remove = "DELETE FROM product WHERE product.id = ?1"

    /// Takes `?2` pieces of the product `?1`, if there are as many.
    static let takeStock = """
        UPDATE product SET stock = stock - ?2, revision = revision + 1 WHERE product.id = ?1 AND product.stock >= ?2
        """

    /// Gives `?2` pieces of the product `?1` back.
    static let giveStockBack = """
        UPDATE product SET stock = stock + ?2, revision = revision + 1 WHERE product.id = ?1
        """

    // MARK: The limit of offers

    /// Returns the times of offers of a maker `?1` after the time `?2`, the earliest first.
    static let recentOffers = """
        SELECT recentOffer.at FROM recentOffer INDEXED BY recentOffer_maker
        WHERE recentOffer.maker = ?1 AND recentOffer.at > ?2 ORDER BY recentOffer.at
        """

    static let countOffer = "INSERT INTO recentOffer (maker, at) VALUES (?1, ?2)"

    /// Removes offers that were counted at `?1` or before, `?2` at most.
    static let purgeOffers = """
        DELETE FROM recentOffer WHERE recentOffer.id IN (
            SELECT old.id FROM recentOffer AS old INDEXED BY recentOffer_at WHERE old.at <= ?1 LIMIT ?2
        )
        """

    // MARK: Files

    /// Adds the file `?1` to those that no product shows, from the time `?2` on, unless one does.
    static let addFile = """
        INSERT INTO strayFile (file, since) SELECT ?1, ?2
        WHERE NOT EXISTS (SELECT 1 FROM picture WHERE picture.file = ?1)
        ON CONFLICT (file) DO NOTHING
        """

    /// Returns files that no product has shown since `?1` or before, `?2` at most.
    static let strayFiles = """
        SELECT strayFile.file FROM strayFile INDEXED BY strayFile_since
        WHERE strayFile.since <= ?1 ORDER BY strayFile.since LIMIT ?2
        """

    /// Returns the number of uploads that no product has shown yet: the index has an entry for each.
    static let countStrayFiles = """
        SELECT COUNT(*) FROM strayFile INDEXED BY strayFile_since WHERE strayFile.since > 0
        """

    static let forgetFile = "DELETE FROM strayFile WHERE strayFile.file = ?1"

    static let all = [
        ofSeller, product, productOfCode, offered, isCodeTaken, insert, tally, edit, insertPicture, strayPictures,
        removePictures, removeFromIndex, remove, takeStock, giveStockBack, recentOffers, countOffer, purgeOffers,
        addFile, strayFiles, countStrayFiles, forgetFile,
    ]
}

/// Statements on baskets. `?1` is the visitor in each but the last two.
enum BasketStatements {
    private static let ofProduct = "basketItem.visitor = ?1 AND basketItem.product = ?2"

    /// Returns the items of the basket with their products and sellers.
    static let basket = """
        SELECT basketItem.quantity, basketItem.selected, basketItem.addedAt, product.seller, \(ProductStatements.row)
        FROM basketItem CROSS JOIN product ON product.id = basketItem.product
        \(ProductStatements.cover)
        WHERE basketItem.visitor = ?1
        """

    /// Returns the name and the stock of the product `?2`, and its number of pieces in the basket; NULL when it isn't there.
    static let item = """
        SELECT product.name, product.stock, basketItem.quantity
        FROM product LEFT JOIN basketItem ON basketItem.visitor = ?1 AND basketItem.product = product.id
        WHERE product.id = ?2
        """

    static let count = "SELECT COUNT(*) FROM basketItem WHERE basketItem.visitor = ?1"

    /// Adds `?3` pieces of the product `?2` at `?4`.
    static let add = """
        INSERT INTO basketItem (visitor, product, quantity, addedAt) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (visitor, product) DO UPDATE SET quantity = basketItem.quantity + excluded.quantity
        """

    static let setQuantity = "UPDATE basketItem SET quantity = ?3 WHERE \(ofProduct) AND quantity <> ?3"

    static let select = "UPDATE basketItem SET selected = ?3 WHERE \(ofProduct) AND selected <> ?3"

    static let deselectAll = """
        UPDATE basketItem SET selected = 0 WHERE basketItem.visitor = ?1 AND basketItem.selected = 1
        """

    static let remove = "DELETE FROM basketItem WHERE \(ofProduct)"

    /// Removes the items that are selected.
    static let removeSelected = "DELETE FROM basketItem WHERE basketItem.visitor = ?1 AND basketItem.selected = 1"

    /// Returns visitors who have the product `?1` in their baskets, `?2` at most.
    static let holders = "SELECT basketItem.visitor FROM basketItem WHERE basketItem.product = ?1 LIMIT ?2"

    /// Removes items of all visitors that were added at `?1` or before, `?2` at most.
    static let purge = """
        DELETE FROM basketItem WHERE (visitor, product) IN (
            SELECT old.visitor, old.product FROM basketItem AS old INDEXED BY basketItem_added
            WHERE old.addedAt <= ?1 LIMIT ?2
        )
        """

    static let all = [
        basket, item, count, add, setQuantity, select, deselectAll, remove, removeSelected, holders, purge,
    ]
}

/// Statements on orders.
enum PurchaseStatements {
    /// The columns of an order and of an item of it; see `PurchaseRow`.
    private static let columns = """
        purchase.id, purchase.code, purchase.fulfilment, purchase.delivery, purchase.orderedAt, purchase.cancelledAt,
            item.position, item.product, item.name, item.price, item.bargainPrice, item.quantity, item.pickedUpAt
        """

    private static let items = "CROSS JOIN purchaseItem AS item ON item.purchase = purchase.id"

    /// Returns a row for each item of the order `?1` of the buyer `?2`.
    static let purchase = """
        SELECT \(columns) FROM purchase \(items) WHERE purchase.id = ?1 AND purchase.visitor = ?2
        """

    /// Returns the same of the order with the code `?1`.
    static let purchaseOfCode = "SELECT \(columns) FROM purchase \(items) WHERE purchase.code = ?1"

    /// Returns the same of the orders of the buyer `?1` with IDs below `?2`, the latest `?3`, in any order.
    static let ofBuyer = """
        SELECT \(columns)
        FROM (
            SELECT bought.id FROM purchase AS bought INDEXED BY purchase_visitor
            WHERE bought.visitor = ?1 AND bought.id < ?2 ORDER BY bought.id DESC LIMIT ?3
        ) AS found
        CROSS JOIN purchase ON purchase.id = found.id
        \(items)
        """

    /// Returns the order that the buyer `?1` has made with the idempotency key `?2`.
    static let made = "SELECT purchase.id FROM purchase WHERE purchase.visitor = ?1 AND purchase.key = ?2"

    /// Returns the buyer of the order `?1` with the code `?2`.
    static let buyer = "SELECT purchase.visitor FROM purchase WHERE purchase.id = ?1 AND purchase.code = ?2"

    /// Returns a row if the code `?1` is taken.
    static let isCodeTaken = "SELECT 1 FROM purchase WHERE purchase.code = ?1"

    static let insert = """
        INSERT INTO purchase (code, visitor, key, fulfilment, delivery, orderedAt) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        """

    static let insertItem = """
        INSERT INTO purchaseItem (purchase, position, product, seller, name, price, bargainPrice, quantity)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        """

    /// Cancels the order `?1` of the buyer `?2` at `?3`, unless something of it was picked up.
    static let cancel = """
        UPDATE purchase SET cancelledAt = ?3
        WHERE purchase.id = ?1 AND purchase.visitor = ?2 AND purchase.cancelledAt IS NULL AND NOT EXISTS (
            SELECT 1 FROM purchaseItem AS item WHERE item.purchase = ?1 AND item.pickedUpAt IS NOT NULL
        )
        """

    /// Returns the sellers of the order `?1`, for each item.
    static let sellers = "SELECT item.seller FROM purchaseItem AS item WHERE item.purchase = ?1"

    /// Returns a row for each item of the seller `?2` in the order `?1`.
    static let sale = "SELECT \(columns) FROM purchase \(items) AND item.seller = ?2 WHERE purchase.id = ?1"

    /// Returns the same of the order with the code `?1`.
    static let saleOfCode = "SELECT \(columns) FROM purchase \(items) AND item.seller = ?2 WHERE purchase.code = ?1"

    /// Returns the same of the orders with IDs below `?2` that have items of the seller `?1`, the latest `?3`, in any order.
    static let ofSeller = """
        SELECT \(columns)
        FROM (
            SELECT DISTINCT sold.purchase AS id FROM purchaseItem AS sold INDEXED BY purchaseItem_seller
            WHERE sold.seller = ?1 AND sold.purchase < ?2 ORDER BY sold.purchase DESC LIMIT ?3
        ) AS found
        CROSS JOIN purchase ON purchase.id = found.id
        \(items) AND item.seller = ?1
        """

    /// Marks the items of the seller `?2` in the order `?1` as picked up at `?3`, unless the order was cancelled.
    static let pickUp = """
        UPDATE purchaseItem SET pickedUpAt = ?3
        WHERE purchaseItem.purchase = ?1 AND purchaseItem.seller = ?2 AND purchaseItem.pickedUpAt IS NULL AND EXISTS (
            SELECT 1 FROM purchase WHERE purchase.id = ?1 AND purchase.cancelledAt IS NULL
        )
        """

    /// Returns the buyer of the order `?1`.
    static let buyerOfSale = "SELECT purchase.visitor FROM purchase WHERE purchase.id = ?1"

    static let all = [
        purchase, purchaseOfCode, ofBuyer, made, buyer, isCodeTaken, insert, insertItem, cancel, sellers, sale,
        saleOfCode, ofSeller, pickUp, buyerOfSale,
    ]
}
