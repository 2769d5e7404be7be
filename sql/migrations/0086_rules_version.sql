-- The version of the rules in code that a processed day follows, or was held against: it was rebuilt, had no document of an earlier version, or is
-- sealed. 0: nobody has looked yet. A release that raises the version finds by it what is to be computed anew.
ALTER TABLE telemetry.processed_day ADD COLUMN rules_version integer NOT NULL DEFAULT 0;
CREATE INDEX processed_day_rules ON telemetry.processed_day (rules_version, business_date DESC, industry_key);
