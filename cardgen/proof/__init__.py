"""A game as a designer proofs it: every face looked at, two states of it compared, what must be printed again."""
