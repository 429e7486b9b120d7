"""What a battle report says of the events of each theme; `transcript.Report` is made of these."""
