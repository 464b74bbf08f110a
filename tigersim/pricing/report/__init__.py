"""What a run leaves for readers: price lists, findings, and the files that keep them."""
