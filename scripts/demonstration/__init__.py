"""The main job of acctstore, done before the reader's eyes."""
