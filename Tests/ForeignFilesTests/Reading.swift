import AccountModel
import AccountStore
import ForeignFiles
import FoundationEssentials
import SecretBytes

/// What a text is read as, in words that show secrets too: a test compares them.
func read(_ text: String, by tool: ForeignTool) throws(ForeignFileError) -> [String] {
    try read(Array(text.utf8), by: tool)
}

func read(_ bytes: [UInt8], by tool: ForeignTool) throws(ForeignFileError) -> [String] {
    let contents = try ForeignFiles().contents(of: SharedSecret(SecretBytes(copying: bytes)), by: tool)
    let apps = contents.apps.map { app in
        "app \(app.name ?? "-") \(app.service?.description ?? "-") \(app.key) \(app.secret.map(words) ?? "-") "
            + "\(app.logInProtocol.rawValue) line \(app.line)"
    }
    let accounts = contents.accounts.map { account in
        let token =
            switch account.token {
            case .signing(let token, let secret): "\(words(token)) \(words(secret))"
            case .bearer(let access, let refresh, let expires):
                "\(words(access)) \(refresh.map(words) ?? "-") "
                    + (expires.map { String(Int($0.timeIntervalSince1970)) } ?? "-")
            }
        return "account \(account.username ?? "-") \(account.service?.description ?? "-") "
            + "app \(account.app.map { "\($0)" } ?? "-") \(token) line \(account.line)"
    }
    let remarks = contents.remarks.map { remark in
        "\(remark.isLoss ? "lost" : "left"): \(remark.text), line \(remark.line ?? 0)"
    }
    return apps + accounts + remarks
}

/// What a text is refused with.
func refusal(_ text: String, by tool: ForeignTool) -> ForeignFileError? {
    do throws(ForeignFileError) {
        _ = try read(text, by: tool)
        return nil
    } catch {
        return error
    }
}

private func words(_ secret: SharedSecret) -> String {
    secret.withSpan { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
}

enum Sample {
    /// As twurl writes it.
    static let twurl = """
        ---
        profiles:
          alice:
            ckey1:
              username: alice
              consumer_key: ckey1
              consumer_secret: csecret1
              token: 1-token
              secret: tsecret1
          bob:
            ckey1:
              username: bob
              consumer_key: ckey1
              consumer_secret: csecret1
              token: 2-token
              secret: tsecret2
            ckey2:
              username: bob
              consumer_key: ckey2
              consumer_secret: csecret2
              token: 3-token
              secret: tsecret3
        configuration:
          default_profile:
          - alice
          - ckey1

        """

    static let twurlRead = [
        "app - - ckey1 csecret1 oauth1 line 5", "app - - ckey2 csecret2 oauth1 line 18",
        "account alice - app 0 1-token tsecret1 line 5", "account bob - app 0 2-token tsecret2 line 12",
        "account bob - app 1 3-token tsecret3 line 18",
    ]

    /// As xurl writes it, with its apps.
    static let xurl = """
        apps:
            default:
                client_id: ""
                client_secret: ""
            work:
                client_id: cid
                client_secret: csecret
                default_user: alice
                oauth2_tokens:
                    alice:
                        type: oauth2
                        oauth2:
                            access_token: access1
                            refresh_token: refresh1
                            expiration_time: 1750000000
                    bob:
                        type: oauth2
                        oauth2:
                            access_token: access2
                            refresh_token: ""
                            expiration_time: 0
                oauth1_token:
                    type: oauth1
                    oauth1:
                        access_token: 1-token
                        token_secret: tsecret
                        consumer_key: ckey
                        consumer_secret: consumer
                bearer_token:
                    type: bearer
                    bearer: AAAA
        default_app: default

        """

    /// As older releases of xurl wrote it.
    static let oldXurl = """
        {
          "oauth2_tokens": {
            "alice": {
              "type": "oauth2",
              "oauth2": {
                "access_token": "access1",
                "refresh_token": "refresh1",
                "expiration_time": 1750000000
              }
            }
          },
          "oauth1_tokens": {
            "type": "oauth1",
            "oauth1": {
              "access_token": "1-token",
              "token_secret": "tsecret",
              "consumer_key": "ckey",
              "consumer_secret": "consumer"
            }
          },
          "bearer_token": { "type": "bearer", "bearer": "AAAA" },
          "file_path": "/home/alice/.xurl"
        }
        """

    /// As toot writes it.
    static let toot = """
        {
         "apps": {
          "social.example": {
           "instance": "social.example",
           "base_url": "https://social.example",
           "client_id": "cid",
           "client_secret": "csecret"
          },
          "example.org": {
           "instance": "example.org",
           "base_url": "https://masto.example.org",
           "client_id": "cid2",
           "client_secret": "csecret2"
          }
         },
         "users": {
          "alice@social.example": {
           "instance": "social.example",
           "username": "alice",
           "access_token": "access1"
          },
          "bob@example.org": {
           "instance": "example.org",
           "username": "bob",
           "access_token": "access2"
          }
         },
         "active_user": "alice@social.example"
        }
        """
}
