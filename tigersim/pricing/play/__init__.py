"""What is played for prices, batch by batch, and single questions: is it fair, what should it cost?"""
