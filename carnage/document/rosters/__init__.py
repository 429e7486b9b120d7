"""What a rulebook has besides where forces are mustered: in books with a roster, and in no others."""
