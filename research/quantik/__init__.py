"""The certificate of Quantik."""
