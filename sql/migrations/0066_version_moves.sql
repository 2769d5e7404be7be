-- The version of an industry moves with every change, also when the clock stands still: two changes of the same millisecond
-- are told apart, and a transaction that began earlier and ends later does not bring an old version back.

CREATE OR REPLACE FUNCTION tenant.touch_industry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := greatest(now(), OLD.updated_at + interval '1 microsecond');
  RETURN NEW;
END
$$;

-- Once per transaction and industry: the row that this transaction has written already is left alone.
CREATE OR REPLACE FUNCTION tenant.touch_industry_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tenant.industry SET updated_at = now()
  WHERE industry_key = coalesce(NEW.industry_key, OLD.industry_key) AND xmin <> pg_current_xact_id()::xid;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION tenant.touch_industry_of_unit_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tenant.industry SET updated_at = now()
  WHERE industry_key = (SELECT u.industry_key FROM tenant.unit u WHERE u.unit_key = coalesce(NEW.unit_key, OLD.unit_key))
    AND xmin <> pg_current_xact_id()::xid;
  RETURN NULL;
END
$$;
