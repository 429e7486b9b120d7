"""Tests of the server. They are a package, since other tests have modules of the same names."""
