"""A PDF as a file: what it says of itself, what lies in it, held against its standard clause by clause."""
