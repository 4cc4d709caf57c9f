"""The separations of a page: it is drawn anew as the light of its inks, and rendered."""
