-- What waits for insights keeps its row when nothing waits any more, so that revisions never begin anew. Whoever has asked for a revision can then tell
-- what has become of this very one: judged, failed, or still waiting, whatever has changed since.
ALTER TABLE operations.insight_due ALTER COLUMN due_at DROP NOT NULL;
ALTER TABLE operations.insight_due
  -- The newest revision that somebody has asked for, which no quiet time puts off.
  ADD COLUMN asked_revision bigint NOT NULL DEFAULT 0,
  ADD COLUMN judged_revision bigint NOT NULL DEFAULT 0,
  -- The newest one that could not be judged.
  ADD COLUMN failed_revision bigint NOT NULL DEFAULT 0;
