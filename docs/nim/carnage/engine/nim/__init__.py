"""The nim family: two players take coins from a heap. It is a template: docs/adding-a-book.md."""
