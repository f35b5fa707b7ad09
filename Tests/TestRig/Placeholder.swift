// This module is being built.
