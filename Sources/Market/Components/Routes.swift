import Live

/// The addresses of all pages, by which features link to each other.
enum Routes {
    /// The list of products; with `?q=` those with a keyword, with `?page=` a page of it.
    static let products = Route("/")
    /// A product; with `?edit=1` the form to edit it, with `?over=` a dialog over the list.
    static let product = Route("/products/{id}", ProductID.self)
    /// The form that offers a product.
    static let sell = Route("/sell")
    static let basket = Route("/basket")
    /// A visitor's orders, sales and offers, and the form for a code.
    static let orders = Route("/orders")
    static let order = Route("/orders/{id}", OrderID.self)
    /// The footer's choices: a `POST` sets the language or the theme.
    static let choices = Route("/choices")
}
