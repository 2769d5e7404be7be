-- industry.updated_at is the version of an industry with its units and categories: whatever process changes them, it moves, so
-- that a process holding an industry in memory sees with one look whether it still holds today's.

CREATE FUNCTION tenant.touch_industry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END
$$;

-- Once per transaction and industry: the second change of a transaction finds the version moved already.
CREATE FUNCTION tenant.touch_industry_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tenant.industry SET updated_at = now()
  WHERE industry_key = coalesce(NEW.industry_key, OLD.industry_key) AND updated_at <> now();
  RETURN NULL;
END
$$;

CREATE FUNCTION tenant.touch_industry_of_unit_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tenant.industry SET updated_at = now()
  WHERE industry_key = (SELECT u.industry_key FROM tenant.unit u WHERE u.unit_key = coalesce(NEW.unit_key, OLD.unit_key)) AND updated_at <> now();
  RETURN NULL;
END
$$;

CREATE TRIGGER touch BEFORE UPDATE ON tenant.industry FOR EACH ROW EXECUTE FUNCTION tenant.touch_industry();
CREATE TRIGGER touch_industry AFTER INSERT OR UPDATE OR DELETE ON tenant.unit FOR EACH ROW EXECUTE FUNCTION tenant.touch_industry_of_row();
CREATE TRIGGER touch_industry AFTER INSERT OR UPDATE OR DELETE ON tenant.category FOR EACH ROW EXECUTE FUNCTION tenant.touch_industry_of_row();
CREATE TRIGGER touch_industry AFTER INSERT OR UPDATE OR DELETE ON tenant.unit_version FOR EACH ROW EXECUTE FUNCTION tenant.touch_industry_of_unit_version();
