"""The kinds of experiments, one file each."""
