"""A PDF, ours or not, held against a printer's profile, from the file alone: nothing here knows how it was written."""
