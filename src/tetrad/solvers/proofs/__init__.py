"""Proofs that anyone can check with the rulebook alone."""
