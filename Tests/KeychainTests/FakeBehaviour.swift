import TestRig

/// A double that behaves as it should but for what is changed.
func behaviour(_ change: (inout FakeSecretService.Behaviour) -> Void) -> FakeSecretService.Behaviour {
    var behaviour = FakeSecretService.Behaviour()
    change(&behaviour)
    return behaviour
}
