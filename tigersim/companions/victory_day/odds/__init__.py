"""Exact answers: hands, pools of resources, units built in time, fights."""
