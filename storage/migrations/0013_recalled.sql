-- The squares that a person has marked as remembered, for hints in a casual match; parted by spaces.
ALTER TABLE seats ADD COLUMN recalled TEXT NOT NULL DEFAULT '';
