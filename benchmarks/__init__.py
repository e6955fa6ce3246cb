"""Measurements, each against a yardstick run in the same minute: `make bench`."""
