"""What the parts share: a router as a user starts it, workers for it to know, and waiting for conditions."""
