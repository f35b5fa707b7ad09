public import CommandLineKit
public import SocialClient

extension Visibility: ArgumentValue {}
