"""How figures look: by their kind (general.py), and one module for a paper that wants more, named by its key."""
