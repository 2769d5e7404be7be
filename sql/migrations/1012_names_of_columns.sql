-- Columns and a table by the words that the program and its people use.

-- The message whose digest tells this one too.
ALTER TABLE alerting.delivery RENAME COLUMN carrier_key TO digest_delivery_key;
ALTER TABLE alerting.delivery RENAME CONSTRAINT delivery_carrier_key_fkey TO delivery_digest_delivery_key_fkey;
ALTER INDEX alerting.delivery_carried RENAME TO delivery_in_digest;

-- What the figure was held against; null where the condition knows none.
ALTER TABLE alerting.incident RENAME COLUMN limit_value TO threshold;

-- userId; null: the service itself.
ALTER TABLE alerting.transition RENAME COLUMN by TO actor_user_id;

-- Days that run although others of their date are materialised: none of theirs are, from from_date on.
ALTER TABLE telemetry.live_days RENAME TO unmaterialised_day;
ALTER TABLE telemetry.unmaterialised_day RENAME COLUMN live_key TO unmaterialised_day_key;
ALTER SEQUENCE telemetry.live_days_live_key_seq RENAME TO unmaterialised_day_unmaterialised_day_key_seq;
ALTER TABLE telemetry.unmaterialised_day RENAME CONSTRAINT live_days_pkey TO unmaterialised_day_pkey;
ALTER TABLE telemetry.unmaterialised_day
  RENAME CONSTRAINT live_days_industry_key_fkey TO unmaterialised_day_industry_key_fkey;
ALTER INDEX telemetry.live_days_industry_key_idx RENAME TO unmaterialised_day_industry_key_idx;
