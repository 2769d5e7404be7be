-- Clock and seal, which decide where the readings of an industry may stand. Primary keys answer it.

-- name: hold
-- The shared lock for storing readings or documents of industry @industryKey. Until the transaction ends the clock
-- cannot change, and the seal cannot move past rows that are not committed yet. The seal's lock comes first,
-- everywhere.
SELECT pg_advisory_xact_lock_shared(7224004), pg_advisory_xact_lock_shared(7224005, @industryKey);

-- name: hold_alone
-- The lock for changing the clock, archiving, and changing readings by hand. Nobody stores readings or documents of the
-- industry meanwhile.
SELECT pg_advisory_xact_lock_shared(7224004), pg_advisory_xact_lock(7224005, @industryKey);

-- name: read
SELECT (SELECT sealed_before::text FROM telemetry.seal) AS sealed_before,
       ARRAY(SELECT to_char(m.month, 'YYYY-MM') FROM telemetry.sealed_month m
             WHERE m.industry_key = @industryKey) AS sealed_months,
       EXISTS (SELECT FROM telemetry.decided_reading d WHERE d.industry_key = @industryKey) AS has_decided,
       EXISTS (SELECT FROM telemetry.reading_edit e
               WHERE e.industry_key = @industryKey AND e.kind = 'estimate' AND e.undone_at IS NULL) AS has_estimates,
       (SELECT rules FROM tenant.clock_rules(@industryKey) AS rules) AS rules;
