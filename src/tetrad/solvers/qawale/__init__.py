"""Qawale, solved."""
