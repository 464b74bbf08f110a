"""What a user asks of Batalist; ``asking`` holds what several questions share."""
