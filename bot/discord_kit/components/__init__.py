"""Message components: buttons, selects, modals, pictures, and the screens built from them."""
