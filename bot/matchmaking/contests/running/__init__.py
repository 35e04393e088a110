"""The running of contests by jobs: results, absences, new matches, new seasons, and brackets to show."""
