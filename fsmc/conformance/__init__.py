"""Conformance: cases as data, and the engines they are run on."""
