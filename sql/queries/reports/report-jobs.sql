-- Reports that a job makes in the background. Callers find a job by industry, user and identity.

-- name: add
-- No row is added when the industry has too many unfinished jobs, because one caller could fill everybody's queue.
INSERT INTO tenant.report_job (job_id, industry_key, user_key, request, created_at)
SELECT @jobId::uuid, @industryKey::integer, @userKey::integer, @request::jsonb, @createdAt::timestamptz
WHERE (SELECT count(*) FROM tenant.report_job WHERE industry_key = @industryKey::integer
       AND state IN ('waiting', 'running')) < @most
RETURNING job_id;

-- name: find
-- The job without its file, which may be large. Only its own user finds it, because another may see less.
SELECT job_id, state, progress, problem, file_name, created_at, finished_at
FROM tenant.report_job WHERE industry_key = @industryKey AND user_key = @userKey AND job_id = @jobId
  AND created_at > @since;

-- name: file
SELECT file AS bytes, file_name FROM tenant.report_job
WHERE industry_key = @industryKey AND user_key = @userKey AND job_id = @jobId AND created_at > @since
  AND state = 'done';

-- name: begin
-- A job that another worker has finished stays as it is.
UPDATE tenant.report_job SET state = 'running', progress = @progress, attempts = attempts + 1
WHERE industry_key = @industryKey AND job_id = @jobId AND state IN ('waiting', 'running')
RETURNING request, attempts;

-- name: progress
UPDATE tenant.report_job SET progress = @progress WHERE industry_key = @industryKey AND job_id = @jobId
  AND state = 'running';

-- name: done
UPDATE tenant.report_job SET state = 'done', progress = 100, file = @bytes, file_name = @fileName, finished_at = @at
WHERE industry_key = @industryKey AND job_id = @jobId AND state = 'running';

-- name: failed
UPDATE tenant.report_job SET state = 'failed', problem = @problem::jsonb, finished_at = @at
WHERE industry_key = @industryKey AND job_id = @jobId AND state IN ('waiting', 'running');

-- name: forget
-- Upkeep, over every industry.
DELETE FROM tenant.report_job WHERE created_at < @before;

-- name: unfinished
-- Unfinished jobs of every industry, for the sweep.
SELECT i.industry_id, j.job_id FROM tenant.report_job j JOIN tenant.industry i USING (industry_key)
WHERE j.state IN ('waiting', 'running') AND j.created_at < @before
ORDER BY j.created_at;

-- name: give_up
-- Jobs of every industry that should have been done before @before, for the sweep.
UPDATE tenant.report_job SET state = 'failed', problem = @problem::jsonb, finished_at = @at
WHERE state IN ('waiting', 'running') AND created_at < @before;
