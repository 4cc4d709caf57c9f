"""What the pages of a PDF paint: their content read, mark by mark, and held against what a press prints well."""
