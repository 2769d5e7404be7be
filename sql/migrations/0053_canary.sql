-- What the last run of the canary said: an industry that the service makes, figures out and removes (src/services/canary). One row for the
-- installation, so that any process can tell it.
CREATE TABLE operations.canary (
  only_row     boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  ran_at       timestamptz NOT NULL,
  -- The last run that came to its end and found every figure as expected; null: none ever did.
  succeeded_at timestamptz,
  -- [{what, expected, found}] of the last run that came to its end.
  mismatches   jsonb NOT NULL,
  -- Why the last run did not come to its end; null: it did.
  problem      text
);
