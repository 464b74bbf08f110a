"""What can be asked: each question is a function here and a command of the same name."""
