import Live
import Testing

@Suite(.timeLimit(.minutes(15))) struct AddressGroupTests {
    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"),
        ("2001:db8::1", "2001:db8:0:0::/64"), ("::1", "0:0:0:0::/64"), ("fe80::1", "fe80:0:0:0::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"), ("::ffff:c000:207", "192.0.2.7"),
        // Not the mapped prefix.
        ("::192.0.2.7", "0:0:0:0::/64"), ("64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"),
    ])
    func anAddressHasItsGroup(address: String, group: String) {
        #expect(AddressGroup(address: address).text == group)
    }

    @Test func neighboursInOneNetworkAreOneAndThoseOfTheNextAreNot() {
        let one = AddressGroup(address: "2001:db8:1:2::1")
        #expect(one == AddressGroup(address: "2001:db8:1:2:ffff:ffff:ffff:ffff"))
        #expect(one != AddressGroup(address: "2001:db8:1:3::1"))
        #expect(AddressGroup(address: "192.0.2.7") != AddressGroup(address: "192.0.2.8"))
    }

    @Test(arguments: [
        "", " ", "192.0.2", "192.0.2.256", "192.0.2.7 ", "192.0.2.7\u{0}8", "192.0.2.7:80", "[::1]", "fe80::1%eth0",
        "localhost", "1:2:3:4:5:6:7:8:9", "::ffff:192.0.2", "unknown", String(repeating: "1", count: 100_000),
    ])
    func whatIsNoAddressIsUnknown(address: String) {
        #expect(AddressGroup(address: address).text == "unknown")
    }
}
