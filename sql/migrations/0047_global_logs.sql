-- What a person should look at: written by this service and by others around it, worked on by operators.

CREATE TABLE operations.global_log (
  log_key     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  log_id      uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  source      text NOT NULL,
  title       text NOT NULL,
  description text NOT NULL,
  -- reports, batch, alerts ..
  log_group   text NOT NULL,
  owner       text,
  priority    text NOT NULL CHECK (priority IN ('low', 'medium', 'high', 'critical')),
  status      text NOT NULL CHECK (status IN ('open', 'acknowledged', 'resolved')),
  log_date    date NOT NULL,
  -- industryId and unitId among it.
  meta        jsonb NOT NULL,
  -- What the service writes about one thing is one entry until it is resolved; null: somebody else wrote it.
  subject     text,
  -- How often it was written.
  times       integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL
);
CREATE INDEX global_log_date ON operations.global_log (log_date DESC, log_key DESC);
CREATE INDEX global_log_industry ON operations.global_log ((meta ->> 'industryId'), log_key DESC);
CREATE INDEX global_log_updated ON operations.global_log (updated_at);
CREATE UNIQUE INDEX global_log_subject ON operations.global_log (subject) WHERE status <> 'resolved';
