-- What decides where an industry's days begin, dated: instants and days of the time before a change keep the rule under which they were
-- recorded. tenant.industry holds what its bundle says; this table is what places readings.
CREATE TABLE tenant.industry_clock (
  industry_key   integer NOT NULL REFERENCES tenant.industry,
  -- First business date the rule counts for; the oldest one, 1900-01-01, counts from the beginning.
  from_date      date NOT NULL,
  timezone       text NOT NULL,
  shift_start_at time NOT NULL,
  days_offset    integer NOT NULL,
  PRIMARY KEY (industry_key, from_date)
);

INSERT INTO tenant.industry_clock (industry_key, from_date, timezone, shift_start_at, days_offset)
SELECT industry_key, '1900-01-01', timezone, shift_start_at, days_offset FROM tenant.industry;

CREATE TRIGGER touch_industry AFTER INSERT OR UPDATE OR DELETE ON tenant.industry_clock FOR EACH ROW EXECUTE FUNCTION tenant.touch_industry_of_row();

-- No industry is without a clock.
CREATE FUNCTION tenant.begin_clock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tenant.industry_clock (industry_key, from_date, timezone, shift_start_at, days_offset)
  VALUES (NEW.industry_key, '1900-01-01', NEW.timezone, NEW.shift_start_at, NEW.days_offset);
  RETURN NULL;
END
$$;
CREATE TRIGGER begin_clock AFTER INSERT ON tenant.industry FOR EACH ROW EXECUTE FUNCTION tenant.begin_clock();
