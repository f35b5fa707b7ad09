import AccountModel
import FoundationEssentials
import Testing

@Suite struct ServiceTimeTests {
    @Test(arguments: [
        ("Mon Feb 01 18:45:13 +0000 2010", "2010-02-01T18:45:13Z"),
        ("Fri Dec 05 15:55:44 +0000 2014", "2014-12-05T15:55:44Z"),
        ("Thu Feb 29 23:59:60 +0130 2024", "2024-02-29T22:29:59Z"),
        ("Wed, 27 Oct 2010 03:56:39 +0000", "2010-10-27T03:56:39Z"),
        ("Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"),
        ("Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00Z"),
        ("Tue Feb  2 18:45:13 -0800 2010", "2010-02-03T02:45:13Z"),
        ("2014-12-05T15:55:44.000Z", "2014-12-05T15:55:44Z"), ("2014-12-05T15:55:44Z", "2014-12-05T15:55:44Z"),
        ("2014-12-05T16:55:44.123456+01:00", "2014-12-05T15:55:44Z"),
    ])
    func timesAreReadWhateverTheLocale(text: String, time: String) {
        #expect(ServiceTime.date(text)?.formatted(.iso8601) == time)
    }

    @Test(arguments: [
        "", "yesterday", "lun. feb. 01 18:45:13 +0000 2010", "Mon Foo 01 18:45:13 +0000 2010",
        "Mon Feb 99 18:45:13 +0000 2010", "Mon Feb 01 18:45 +0000 2010", "Mon Feb 01 18:45:13 0000 2010",
        "Mon Feb 01 18:45:13 +0000 99999999999999999999", "2014-13-05T15:55:44Z", "2014-12-05T15:55:44",
        "2014-12-05", "2014-12-05T15:55:44Z and more", "20141205T155544Z", "1", "²014-12-05T15:55:44Z",
    ])
    func anythingElseIsNoTime(text: String) {
        #expect(ServiceTime.date(text) == nil)
    }
}
