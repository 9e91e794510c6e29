"""What phones show of the table."""
