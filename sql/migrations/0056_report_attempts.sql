-- How often the making of a report has begun. A report that ends its process each time is given up, and not tried for an hour.
ALTER TABLE tenant.report_job ADD COLUMN attempts integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN tenant.report_job.attempts IS 'How often a worker has begun to make the report.';
