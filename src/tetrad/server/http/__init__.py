"""What stands between the network and the app."""
