-- Water-ratio records. The primary key (industry_key, record_date, record_time) answers everything.

-- name: insert
-- No row comes back when the record exists, even when another process made it at the same moment.
INSERT INTO telemetry.water_ratio (industry_key, record_date, record_time, fields, created_at, updated_at)
VALUES (@industryKey, @date, @time, @fields, @at, @at)
ON CONFLICT (industry_key, record_date, record_time) DO NOTHING
RETURNING record_date::text, record_time::text, fields;

-- name: lock
-- The lock keeps other writers from the record until the transaction ends.
SELECT record_date::text AS date, record_time::text AS time, fields FROM telemetry.water_ratio
WHERE industry_key = @industryKey AND record_date = @date AND record_time = @time
FOR UPDATE;

-- name: update
UPDATE telemetry.water_ratio SET fields = @fields, updated_at = @at
WHERE industry_key = @industryKey AND record_date = @date AND record_time = @time;

-- name: extent
-- The size of a list, asked before the list is read, because a few short numbers of JSON become long ones here.
SELECT count(*) AS records, coalesce(sum(octet_length(fields::text)), 0)::float8 AS bytes FROM telemetry.water_ratio
WHERE industry_key = @industryKey AND record_date BETWEEN @from AND @to;

-- name: list
SELECT record_date::text AS date, record_time::text AS time, fields FROM telemetry.water_ratio
WHERE industry_key = @industryKey AND record_date BETWEEN @from AND @to
ORDER BY record_date, record_time;

-- name: months
-- The number of records of each month, and the mean of every numeric field over the records that have it, ascending.
WITH chosen AS (SELECT date_trunc('month', record_date)::date AS month, fields FROM telemetry.water_ratio
                WHERE industry_key = @industryKey AND record_date BETWEEN @from AND @to),
     means AS (SELECT c.month, f.key, avg(f.value::numeric) AS mean
               FROM chosen c CROSS JOIN jsonb_each(c.fields) AS f
               WHERE jsonb_typeof(f.value) = 'number'
               GROUP BY c.month, f.key)
SELECT c.month::text, count(*) AS record_count,
       coalesce((SELECT jsonb_object_agg(m.key, m.mean) FROM means m WHERE m.month = c.month), '{}') AS means
FROM chosen c
GROUP BY c.month
ORDER BY c.month;
