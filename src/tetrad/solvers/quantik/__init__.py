"""Quantik, solved."""
