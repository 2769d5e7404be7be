-- Reports that somebody asked for and does not wait for. Their files are kept for a day.
CREATE TABLE tenant.report_job (
  job_id       uuid PRIMARY KEY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  -- Who asked, and who alone is told of it.
  user_key     integer NOT NULL REFERENCES tenant.app_user,
  -- As it was asked for.
  request      jsonb NOT NULL,
  state        text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  -- Per cent.
  progress     smallint NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
  -- Why it failed, as its request would have been answered.
  problem      jsonb,
  file_name    text,
  file         bytea,
  created_at   timestamptz NOT NULL,
  finished_at  timestamptz,
  CHECK ((state = 'done') = (file IS NOT NULL))
);
CREATE INDEX report_job_industry ON tenant.report_job (industry_key, state);
CREATE INDEX report_job_created ON tenant.report_job (created_at);
