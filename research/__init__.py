"""What was run to find and prove the results: repeatable, tested, not part of the package."""
