"""Qomet, solved."""
