-- Deletion of the data about a person; bot/community/privacy/inventory.py lists what happens to each column.

-- name: open_matches
SELECT match_id FROM seats WHERE person = :person AND ended_at IS NULL ORDER BY match_id;

-- name: next_legs
-- First legs of the person whose second legs are about to begin.
SELECT d.subject FROM deadlines AS d JOIN seats AS mine ON mine.match_id = d.subject
WHERE d.kind = :kind AND d.done_at IS NULL AND mine.person = :person ORDER BY d.subject;

-- name: played
SELECT s.match_id, s.seat, m.game FROM seats AS s JOIN matches AS m ON m.id = s.match_id
WHERE s.person = :person ORDER BY s.match_id;

-- name: come!
INSERT INTO people (id, name, created_at) VALUES (:number, :name, 0);

-- name: go!
DELETE FROM people WHERE id = :person;

-- name: drop_documents!
DELETE FROM documents WHERE person = :person;

-- name: drop_ratings!
DELETE FROM ratings WHERE person = :person;

-- name: drop_servers!
DELETE FROM guild_people WHERE person = :person;

-- name: drop_uses!
DELETE FROM uses WHERE person = :person;

-- name: drop_blocks!
DELETE FROM blocks WHERE person = :person OR blocked = :person;

-- name: drop_conditions!
-- Finished matches need no conditional moves, and the opponent's may repeat the person's words.
DELETE FROM conditions WHERE match_id IN (SELECT match_id FROM seats WHERE person = :person);

-- name: drop_hearts!
-- The hearts that opponents gave for the person's words.
DELETE FROM hearts WHERE EXISTS (
    SELECT 1 FROM seats AS mine
    WHERE mine.person = :person AND mine.match_id = hearts.match_id AND mine.seat <> hearts.seat
);

-- name: drop_messages!
DELETE FROM outbox WHERE lane IN (:private, :home);

-- name: drop_exercises!
DELETE FROM exercises WHERE person = :person;

-- name: drop_solvers!
DELETE FROM solvers WHERE person = :person;

-- name: drop_daily_solvers!
DELETE FROM daily_solvers WHERE person = :person;

-- name: drop_consents!
DELETE FROM puzzle_consents WHERE person = :person;

-- name: drop_analysis_askers!
DELETE FROM analysis_askers WHERE person = :person;

-- name: drop_seeks!
DELETE FROM seeks WHERE person = :person;

-- name: drop_removals!
-- Completed orders to remove words from posts, since they contain those words.
DELETE FROM outbox WHERE kind = 'removed' AND (sent_at IS NOT NULL OR failed_at IS NOT NULL)
    AND match_id IN (SELECT match_id FROM seats WHERE person = :person);

-- name: dm_channel
SELECT dm_channel FROM people WHERE id = :person AND dm_channel IS NOT NULL;

-- name: renumber_private_matches!
-- Off servers, the channel is the person's direct messages and identifies them.
UPDATE matches SET channel = :number
WHERE guild IS NULL AND channel IS NOT NULL AND id IN (SELECT match_id FROM seats WHERE person = :person);

-- name: renumber_private_challenges!
UPDATE challenges SET channel = :number WHERE guild IS NULL AND challenger = :person;

-- name: renumber_seats!
UPDATE seats SET person = :number WHERE person = :person;

-- name: renumber_challengers!
UPDATE challenges SET challenger = :number WHERE challenger = :person;

-- name: renumber_opponents!
UPDATE challenges SET opponent = :number WHERE opponent = :person;

-- name: renumber_changes!
UPDATE rating_changes SET person = :number, holder = :holder WHERE person = :person;

-- name: renumber_redactions!
UPDATE redactions SET by_person = :number WHERE by_person = :person;

-- name: empty_reports!
UPDATE reports SET text = '', reason = '' WHERE about = :person OR by_person = :person;

-- name: renumber_pausers!
UPDATE matches SET paused_by = :number WHERE paused_by = :person;

-- name: renumber_reported!
UPDATE reports SET about = :number WHERE about = :person;

-- name: renumber_reporters!
UPDATE reports SET by_person = :number WHERE by_person = :person;

-- name: renumber_closers!
UPDATE reports SET closed_by = :number WHERE closed_by = :person;

-- name: renumber_suspended!
UPDATE suspensions SET person = :number WHERE person = :person;

-- name: renumber_suspenders!
UPDATE suspensions SET by_person = :number WHERE by_person = :person;

-- name: renumber_log!
UPDATE server_log SET person = :number WHERE person = :person;

-- name: renumber_logged!
UPDATE server_log SET about = :number WHERE about = :person;

-- name: renumber_organizers!
UPDATE contests SET organizer = :number WHERE organizer = :person;

-- name: renumber_entrants!
UPDATE contest_people SET person = :number WHERE person = :person;

-- name: note_renumbered!
-- Make readers of these contests' logs read them again.
UPDATE contests SET renumbered = renumbered + 1
WHERE id IN (SELECT COALESCE(parent, id) FROM contests WHERE organizer = :number)
    OR id IN (SELECT contest FROM contest_people WHERE person = :number);

-- name: messages_naming
SELECT id, lane, payload, nonce, COALESCE(last_error, '') AS error FROM outbox
WHERE lane LIKE :like OR payload LIKE :like OR nonce LIKE :like OR last_error LIKE :like;

-- name: rename_message*!
UPDATE outbox SET lane = :lane, payload = :payload, nonce = :nonce, last_error = NULLIF(:error, '') WHERE id = :id;

-- name: jobs_naming
SELECT id, subject, payload, done_at FROM deadlines WHERE subject LIKE :like OR payload LIKE :like;

-- name: rename_job*!
UPDATE deadlines SET subject = :subject, payload = :payload WHERE id = :id;

-- name: drop_job*!
DELETE FROM deadlines WHERE id = :id;

-- name: lines_naming
SELECT id, text FROM server_log WHERE text LIKE :like;

-- name: rename_line*!
UPDATE server_log SET text = :text WHERE id = :id;

-- name: events_naming
SELECT contest, number, event FROM contest_events WHERE event LIKE :like;

-- name: rename_event*!
UPDATE contest_events SET event = :event WHERE contest = :contest AND number = :number;

-- name: forget_ratings!
-- Recomputed ratings include those of deleted people.
DELETE FROM ratings WHERE person < 0;

-- name: forget_servers!
DELETE FROM guild_people WHERE person < 0;
