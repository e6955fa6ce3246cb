"""The whole of Qawale, on processors, a cluster and a GPU."""
