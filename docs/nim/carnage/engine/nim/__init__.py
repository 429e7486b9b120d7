"""The nim family: two players take coins from a heap. A template; see docs/how-to/add-a-book.md."""
