"""A game on a page of this machine's own: what is saved is shown at once."""
