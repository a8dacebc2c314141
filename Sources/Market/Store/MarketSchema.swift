import GRDB
import LivePostgres
import LiveSQLite

extension DatabaseFormat {
    /// The format of the market's databases.
    package static let market = DatabaseFormat(
        name: "Market", migrator: MarketSchema.migrator,
        check: { db in
            try MarketSchema.problems { try Int.fetchOne(db, sql: $0) }
        },
        isRefusal: { $0 is MarketError })
}

extension PostgresFormat {
    /// The format of the market's databases on PostgreSQL.
    package static let market = PostgresFormat(
        name: "Market", migrations: [.init("market", MarketSchema.postgres)])
}

/// The tables, as migrations that are applied in order, once each. A migration that was released is never edited.
enum MarketSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("products") { db in
            for sql in products { try db.execute(sql: sql) }
        }
        migrator.registerMigration("orders") { db in
            for sql in orders { try db.execute(sql: sql) }
        }
        // A table of one row, which is written to find out whether the database accepts writes.
        migrator.registerMigration("probe") { db in
            try db.execute(
                sql: "CREATE TABLE probe (id INTEGER PRIMARY KEY CHECK (id = 1), writtenAt INTEGER NOT NULL) STRICT")
        }
        // Values that only the server knows.
        migrator.registerMigration("secrets") { db in
            try db.execute(
                sql: """
                    CREATE TABLE secret (name TEXT NOT NULL PRIMARY KEY, value BLOB NOT NULL, createdAt INTEGER NOT NULL)
                    STRICT, WITHOUT ROWID
                    """)
        }
        // The store's statements do the same on any engine.
        migrator.registerMigration("no triggers") { db in
            for trigger in ["picture_inserted", "picture_deleted", "product_inserted", "product_deleted"] {
                try db.execute(sql: "DROP TRIGGER \(trigger)")
            }
        }
        return migrator
    }

    /// Products, their pictures and their index.
    ///
    /// Texts that visitors type are `ANY` because of `StoredText`. A later migration removes the triggers.
    private static let products = [
        """
        CREATE TABLE product (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            seller TEXT NOT NULL CHECK (length(seller) BETWEEN 1 AND 64),
            code TEXT NOT NULL UNIQUE CHECK (length(code) = 8),
            key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 64),
            name ANY NOT NULL CHECK (typeof(name) IN ('text', 'blob') AND length(name) > 0),
            description ANY NOT NULL CHECK (typeof(description) IN ('text', 'blob') AND length(description) > 0),
            price INTEGER NOT NULL CHECK (price BETWEEN 1 AND 100000000),
            bargainPrice INTEGER CHECK (bargainPrice BETWEEN 1 AND price - 1),
            stock INTEGER NOT NULL CHECK (stock >= 0),
            revision INTEGER NOT NULL DEFAULT 1 CHECK (revision > 0),
            offeredAt INTEGER NOT NULL,
            UNIQUE (seller, key)
        ) STRICT
        """,
        // Pages of the list are cut out of this index: an entry of it takes a few bytes, and a row some kilobytes.
        "CREATE INDEX product_listed ON product (id)",
        "CREATE INDEX product_seller ON product (seller, id)",
        """
        CREATE TABLE picture (
            product INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
            position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 4),
            file TEXT NOT NULL CHECK (length(file) BETWEEN 3 AND 80),
            width INTEGER NOT NULL CHECK (width BETWEEN 1 AND 20000),
            height INTEGER NOT NULL CHECK (height BETWEEN 1 AND 20000),
            PRIMARY KEY (product, position)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX picture_file ON picture (file)",
        // Files that no product shows: uploads that were not offered yet, with their time, and pictures that a product had,
        // with 0.
        """
        CREATE TABLE strayFile (
            file TEXT NOT NULL PRIMARY KEY CHECK (length(file) BETWEEN 3 AND 80),
            since INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX strayFile_since ON strayFile (since)",
        """
        CREATE TRIGGER picture_inserted AFTER INSERT ON picture BEGIN
            DELETE FROM strayFile WHERE file = NEW.file;
        END
        """,
        """
        CREATE TRIGGER picture_deleted AFTER DELETE ON picture
        WHEN NOT EXISTS (SELECT 1 FROM picture WHERE file = OLD.file) BEGIN
            INSERT INTO strayFile (file, since) VALUES (OLD.file, 0) ON CONFLICT (file) DO NOTHING;
        END
        """,
        "CREATE TABLE tally (id INTEGER PRIMARY KEY CHECK (id = 1), products INTEGER NOT NULL) STRICT",
        "INSERT INTO tally (id, products) VALUES (1, 0)",
        """
        CREATE TRIGGER product_inserted AFTER INSERT ON product BEGIN
            UPDATE tally SET products = products + 1 WHERE id = 1;
        END
        """,
        // The terms are stored with the index, since an entry is removed by its terms.
        "CREATE VIRTUAL TABLE productSearch USING fts5(terms, tokenize='ascii', prefix='1', columnsize=0)",
        """
        CREATE TRIGGER product_deleted AFTER DELETE ON product BEGIN
            UPDATE tally SET products = products - 1 WHERE id = 1;
            DELETE FROM productSearch WHERE rowid = OLD.id;
        END
        """,
        // A row for each offer of the last hour, by its seller and by its address.
        """
        CREATE TABLE recentOffer (
            id INTEGER PRIMARY KEY,
            maker TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE INDEX recentOffer_maker ON recentOffer (maker, at)",
        "CREATE INDEX recentOffer_at ON recentOffer (at)",
    ]

    /// Baskets and orders. An order keeps its names and prices: the product may be changed or removed.
    private static let orders = [
        """
        CREATE TABLE basketItem (
            visitor TEXT NOT NULL CHECK (length(visitor) BETWEEN 1 AND 64),
            product INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
            quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 9999),
            selected INTEGER NOT NULL DEFAULT 0 CHECK (selected IN (0, 1)),
            addedAt INTEGER NOT NULL,
            PRIMARY KEY (visitor, product)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX basketItem_product ON basketItem (product)",
        "CREATE INDEX basketItem_added ON basketItem (addedAt)",
        """
        CREATE TABLE purchase (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            code TEXT NOT NULL UNIQUE CHECK (length(code) = 8),
            visitor TEXT NOT NULL CHECK (length(visitor) BETWEEN 1 AND 64),
            key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 64),
            fulfilment TEXT NOT NULL CHECK (fulfilment IN ('pickUp', 'delivery')),
            delivery INTEGER NOT NULL CHECK (delivery >= 0),
            orderedAt INTEGER NOT NULL,
            cancelledAt INTEGER,
            UNIQUE (visitor, key)
        ) STRICT
        """,
        "CREATE INDEX purchase_visitor ON purchase (visitor, id)",
        """
        CREATE TABLE purchaseItem (
            purchase INTEGER NOT NULL REFERENCES purchase (id) ON DELETE CASCADE,
            position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 99),
            product INTEGER REFERENCES product (id) ON DELETE SET NULL,
            seller TEXT NOT NULL CHECK (length(seller) BETWEEN 1 AND 64),
            name ANY NOT NULL CHECK (typeof(name) IN ('text', 'blob') AND length(name) > 0),
            price INTEGER NOT NULL CHECK (price BETWEEN 1 AND 100000000),
            bargainPrice INTEGER CHECK (bargainPrice BETWEEN 1 AND price - 1),
            quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 9999),
            pickedUpAt INTEGER,
            PRIMARY KEY (purchase, position)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX purchaseItem_product ON purchaseItem (product)",
        "CREATE INDEX purchaseItem_seller ON purchaseItem (seller, purchase)",
    ]

    /// Checks what no constraint enforces, and returns a sentence for each rule that is broken.
    ///
    /// - Parameter number: reads the number that a query on any engine returns.
    static func problems(_ number: (_ sql: String) throws -> Int?) throws -> [String] {
        let questions = [
            (
                "The number of products is not that of the rows by",
                "SELECT abs(products - (SELECT COUNT(*) FROM product)) FROM tally WHERE id = 1"
            ),
            (
                "Products that are not searched, or that are gone and are",
                """
                SELECT COUNT(*) FROM (
                    SELECT id FROM product WHERE id NOT IN (SELECT rowid FROM productSearch)
                    UNION SELECT rowid FROM productSearch WHERE rowid NOT IN (SELECT id FROM product)
                ) AS wrong
                """
            ),
            (
                "Files that a product shows, and that would be deleted",
                "SELECT COUNT(*) FROM strayFile WHERE file IN (SELECT file FROM picture)"
            ),
            (
                "Products without a picture",
                "SELECT COUNT(*) FROM product WHERE id NOT IN (SELECT product FROM picture)"
            ),
            (
                "Orders without an item",
                "SELECT COUNT(*) FROM purchase WHERE id NOT IN (SELECT purchase FROM purchaseItem)"
            ),
            (
                "Cancelled orders of which something was picked up",
                """
                SELECT COUNT(*) FROM purchase WHERE cancelledAt IS NOT NULL AND EXISTS (
                    SELECT 1 FROM purchaseItem WHERE purchaseItem.purchase = purchase.id AND pickedUpAt IS NOT NULL
                )
                """
            ),
            (
                "Baskets with too many items",
                """
                SELECT COUNT(*) FROM (
                    SELECT 1 FROM basketItem GROUP BY visitor HAVING COUNT(*) > \(Basket.limit)
                ) AS wrong
                """
            ),
        ]
        return try questions.compactMap { problem, sql in
            let count = try number(sql) ?? 1
            return count == 0 ? nil : "\(problem): \(count)."
        }
    }

    // MARK: PostgreSQL

    /// The same tables. A list of products is read backwards in the primary key.
    static let postgres = [
        """
        CREATE TABLE product (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            seller text NOT NULL CHECK (length(seller) BETWEEN 1 AND 64),
            code text NOT NULL UNIQUE CHECK (length(code) = 8),
            key text NOT NULL CHECK (length(key) BETWEEN 1 AND 64),
            name text NOT NULL CHECK (name <> ''),
            description text NOT NULL CHECK (description <> ''),
            price bigint NOT NULL CHECK (price BETWEEN 1 AND 100000000),
            bargainPrice bigint CHECK (bargainPrice BETWEEN 1 AND price - 1),
            stock bigint NOT NULL CHECK (stock >= 0),
            revision bigint NOT NULL DEFAULT 1 CHECK (revision > 0),
            offeredAt bigint NOT NULL,
            UNIQUE (seller, key)
        )
        """,
        "CREATE INDEX product_seller ON product (seller, id)",
        """
        CREATE TABLE picture (
            product bigint NOT NULL REFERENCES product (id) ON DELETE CASCADE,
            position bigint NOT NULL CHECK (position BETWEEN 0 AND 4),
            file text NOT NULL CHECK (length(file) BETWEEN 3 AND 80),
            width bigint NOT NULL CHECK (width BETWEEN 1 AND 20000),
            height bigint NOT NULL CHECK (height BETWEEN 1 AND 20000),
            PRIMARY KEY (product, position)
        )
        """,
        "CREATE INDEX picture_file ON picture (file)",
        """
        CREATE TABLE strayFile (
            file text NOT NULL PRIMARY KEY CHECK (length(file) BETWEEN 3 AND 80),
            since bigint NOT NULL
        )
        """,
        "CREATE INDEX strayFile_since ON strayFile (since)",
        "CREATE TABLE tally (id bigint PRIMARY KEY CHECK (id = 1), products bigint NOT NULL)",
        "INSERT INTO tally (id, products) VALUES (1, 0)",
        "CREATE TABLE productSearch (rowid bigint PRIMARY KEY, terms tsvector NOT NULL)",
        "CREATE INDEX productSearch_terms ON productSearch USING gin (terms)",
        """
        CREATE TABLE recentOffer (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            maker text NOT NULL,
            at bigint NOT NULL
        )
        """,
        "CREATE INDEX recentOffer_maker ON recentOffer (maker, at)",
        "CREATE INDEX recentOffer_at ON recentOffer (at)",
        """
        CREATE TABLE basketItem (
            visitor text NOT NULL CHECK (length(visitor) BETWEEN 1 AND 64),
            product bigint NOT NULL REFERENCES product (id) ON DELETE CASCADE,
            quantity bigint NOT NULL CHECK (quantity BETWEEN 1 AND 9999),
            selected bigint NOT NULL DEFAULT 0 CHECK (selected IN (0, 1)),
            addedAt bigint NOT NULL,
            PRIMARY KEY (visitor, product)
        )
        """,
        "CREATE INDEX basketItem_product ON basketItem (product)",
        "CREATE INDEX basketItem_added ON basketItem (addedAt)",
        """
        CREATE TABLE purchase (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            code text NOT NULL UNIQUE CHECK (length(code) = 8),
            visitor text NOT NULL CHECK (length(visitor) BETWEEN 1 AND 64),
            key text NOT NULL CHECK (length(key) BETWEEN 1 AND 64),
            fulfilment text NOT NULL CHECK (fulfilment IN ('pickUp', 'delivery')),
            delivery bigint NOT NULL CHECK (delivery >= 0),
            orderedAt bigint NOT NULL,
            cancelledAt bigint,
            UNIQUE (visitor, key)
        )
        """,
        "CREATE INDEX purchase_visitor ON purchase (visitor, id)",
        """
        CREATE TABLE purchaseItem (
            purchase bigint NOT NULL REFERENCES purchase (id) ON DELETE CASCADE,
            position bigint NOT NULL CHECK (position BETWEEN 0 AND 99),
            product bigint REFERENCES product (id) ON DELETE SET NULL,
            seller text NOT NULL CHECK (length(seller) BETWEEN 1 AND 64),
            name text NOT NULL CHECK (name <> ''),
            price bigint NOT NULL CHECK (price BETWEEN 1 AND 100000000),
            bargainPrice bigint CHECK (bargainPrice BETWEEN 1 AND price - 1),
            quantity bigint NOT NULL CHECK (quantity BETWEEN 1 AND 9999),
            pickedUpAt bigint,
            PRIMARY KEY (purchase, position)
        )
        """,
        "CREATE INDEX purchaseItem_product ON purchaseItem (product)",
        "CREATE INDEX purchaseItem_seller ON purchaseItem (seller, purchase)",
        "CREATE TABLE probe (id bigint PRIMARY KEY CHECK (id = 1), writtenAt bigint NOT NULL)",
        "CREATE TABLE secret (name text NOT NULL PRIMARY KEY, value bytea NOT NULL, createdAt bigint NOT NULL)",
    ]
}
