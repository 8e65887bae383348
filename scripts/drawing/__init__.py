"""What the figures of each paper look like: one module a paper, named by its key."""
