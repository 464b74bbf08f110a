"""What is played for prices, and single questions: is a match fair, what should a unit cost?"""
