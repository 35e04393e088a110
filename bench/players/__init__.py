"""How strong the levels are, how long their matches last, and who wins them."""
