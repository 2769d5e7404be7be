-- Reports that are made while nobody waits. Callers find a job by industry, user and identity.

-- name: add
-- Not when the industry has so many unfinished jobs already, because one caller could fill everybody's queue.
INSERT INTO tenant.report_job (job_id, industry_key, user_key, request, created_at)
SELECT $1::uuid, $2::integer, $6::integer, $3::jsonb, $4::timestamptz
WHERE (SELECT count(*) FROM tenant.report_job WHERE industry_key = $2::integer AND state IN ('waiting', 'running')) < $5
RETURNING job_id;

-- name: find
-- Without the file, which may be large. Another user of the industry may see less than who asked.
SELECT job_id, state, progress, problem, file_name, created_at, finished_at
FROM tenant.report_job WHERE industry_key = $1 AND user_key = $2 AND job_id = $3 AND created_at > $4;

-- name: file
SELECT file AS bytes, file_name FROM tenant.report_job
WHERE industry_key = $1 AND user_key = $2 AND job_id = $3 AND created_at > $4 AND state = 'done';

-- name: begin
-- A job that was finished by another worker stays as it is.
UPDATE tenant.report_job SET state = 'running', progress = $3, attempts = attempts + 1
WHERE industry_key = $1 AND job_id = $2 AND state IN ('waiting', 'running')
RETURNING request, attempts;

-- name: progress
UPDATE tenant.report_job SET progress = $3 WHERE industry_key = $1 AND job_id = $2 AND state = 'running';

-- name: done
UPDATE tenant.report_job SET state = 'done', progress = 100, file = $3, file_name = $4, finished_at = $5
WHERE industry_key = $1 AND job_id = $2 AND state = 'running';

-- name: failed
UPDATE tenant.report_job SET state = 'failed', problem = $3::jsonb, finished_at = $4
WHERE industry_key = $1 AND job_id = $2 AND state IN ('waiting', 'running');

-- name: forget
-- Upkeep. Of every industry.
DELETE FROM tenant.report_job WHERE created_at < $1;

-- name: unfinished
-- For the sweep: of every industry.
SELECT i.industry_id, j.job_id FROM tenant.report_job j JOIN tenant.industry i USING (industry_key)
WHERE j.state IN ('waiting', 'running') AND j.created_at < $1
ORDER BY j.created_at;

-- name: give_up
-- For the sweep: of every industry, those that should have been done before $1.
UPDATE tenant.report_job SET state = 'failed', problem = $2::jsonb, finished_at = $3
WHERE state IN ('waiting', 'running') AND created_at < $1;
