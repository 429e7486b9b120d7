"""Test the server. The tests are a package, since other tests have modules of the same names."""
