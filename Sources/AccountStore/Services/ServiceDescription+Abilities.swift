import AccountModel
import OAuth

extension ServiceDescription {
    /// What a log-in speaks.
    var logInProtocols: [LogInProtocol] {
        (urls.accessToken == nil ? [] : [.oauth1]) + (oauth2 == nil ? [] : [.oauth2])
    }

    /// What `acctstore service` tells of it.
    var abilities: ServiceAbilities {
        var all = urls(of: .oauth2)
        for name in ServiceURLs.logInNames where all[keyPath: name.value] == nil {
            all[keyPath: name.value] = urls[keyPath: name.value]
        }
        return ServiceAbilities(
            profile: profile, urls: all, furtherAddresses: furtherAddresses,
            authorizeParameters: shownAuthorizeParameters, protocols: logInProtocols, ways: ways,
            // Ready tokens are signed with where no log-in is described.
            signatureMethod: logInProtocols == [.oauth2] ? nil : signatureMethod, appNeed: appNeed,
            appProofs: appProofs, namesLimits: !limitAddresses.isEmpty)
    }

    private var shownAuthorizeParameters: String? {
        let fixed = fixedAuthorizeParameters.map { RequestParameter($0.name, $0.value) }
        return fixed.isEmpty ? nil : String(decoding: FormEncoding.encode(fixed), as: UTF8.self)
    }

    private var furtherAddresses: [ServiceAbilities.NamedAddress] {
        let single: [(ServiceAbilities.NamedAddress.Name, String?)] = [
            (.identity, identity?.url), (.appToken, appToken), (.register, oauth2?.registration),
        ]
        return single.compactMap { name, url in url.map { .init(name: name, url: $0) } }
            + limitAddresses.map { .init(name: .limits, url: $0) }
    }

    private var appProofs: [ServiceAbilities.AppProof] {
        var proofs: Set<ServiceAbilities.AppProof> = givesAppTokensByOAuth2 ? [.token] : []
        // Ready tokens are for what is signed where no log-in is described.
        if logInProtocols != [.oauth2] { proofs.insert(appTokenOfOAuth1 == nil ? .signature : .token) }
        return ServiceAbilities.AppProof.allCases.filter(proofs.contains)
    }

    private var ways: [ServiceAbilities.Way] {
        let isThreeStep = urls.requestToken != nil && urls.authorize != nil
        var ways: [ServiceAbilities.Way] = []
        if isThreeStep || oauth2?.authorize != nil { ways.append(.browser) }
        if isThreeStep || oauth2?.showsCode == true { ways.append(.pin) }
        if oauth2?.device != nil { ways.append(.device) }
        if offersXAuth { ways.append(.xauth) }
        return ways + [.tokens]
    }

    private var appNeed: ServiceAbilities.AppNeed {
        if takesAnonymousApp { return .none }
        return oauth2?.registration == nil ? .own : .registered
    }
}
