-- Industries: their clocks, units, categories and meters. Every other table reaches its industry through here.
-- Stands for 0001_tenants, 0005_industry_version, 0013_clock_history, 0045_meters, 0054_volume_curves.
-- Stands for 0066_version_moves.

CREATE SCHEMA tenant;

CREATE TABLE tenant.industry (
  industry_key   integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_id    text NOT NULL UNIQUE,
  industry_name  text NOT NULL,
  place          text,
  is_active      boolean NOT NULL DEFAULT true,
  is_test        boolean NOT NULL DEFAULT false,
  timezone       text NOT NULL,
  shift_start_at time NOT NULL,
  -- The effective offset; whether it was declared or derived is visible in declared_days_offset.
  days_offset          integer NOT NULL,
  declared_days_offset integer,
  virtual_negative_calc boolean NOT NULL DEFAULT false,
  meta            jsonb NOT NULL DEFAULT '{}',
  session_timeout jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The version of an industry with its clock, units, categories and meters. Whatever process changes them, it moves,
  -- so that a process holding an industry in memory sees with one look whether it still holds today's.
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- What decides where an industry's days begin, dated: instants and days of the time before a change keep the rule under
-- which they were recorded. tenant.industry holds what its bundle says; this table is what places readings.
CREATE TABLE tenant.industry_clock (
  industry_key   integer NOT NULL REFERENCES tenant.industry,
  -- First business date the rule counts for; the oldest one, 1900-01-01, counts from the beginning.
  from_date      date NOT NULL,
  timezone       text NOT NULL,
  shift_start_at time NOT NULL,
  days_offset    integer NOT NULL,
  PRIMARY KEY (industry_key, from_date)
);

CREATE TABLE tenant.unit (
  unit_key     integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  unit_id      text NOT NULL,
  display_name text NOT NULL,
  si_unit      text NOT NULL,
  -- Order of the bundle, so that lists read as their author wrote them.
  position     integer NOT NULL,
  -- A unit left out of a later bundle keeps its readings but takes no new ones.
  removed_at   timestamptz,
  UNIQUE (industry_key, unit_id)
);

-- What decides a unit's figures, effective-dated: figures of business days before effective_from keep the earlier row.
CREATE TABLE tenant.unit_version (
  unit_key       integer NOT NULL REFERENCES tenant.unit,
  effective_from date NOT NULL,
  standard_category_id text NOT NULL,
  flow_factor          double precision NOT NULL,
  min_non_zero_threshold double precision NOT NULL,
  max_capacity         double precision,
  data_update_frequency_seconds integer NOT NULL,
  params          jsonb NOT NULL,
  p_ref_kilowatts double precision,
  calculations    text,
  register_checks jsonb,
  meta            jsonb NOT NULL,
  -- A tank of any shape: [{elevationMetres, volumeCubicMetres}] from the ground to the brim; null: readings are percent
  -- of max_capacity.
  volume_curve    jsonb,
  PRIMARY KEY (unit_key, effective_from)
);

CREATE TABLE tenant.category (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  generation   text NOT NULL CHECK (generation IN ('categories', 'categoriesV2', 'standardCategories')),
  category_key text NOT NULL,
  position     integer NOT NULL,
  standard_category_id text NOT NULL,
  -- [{id, displayName, units: [unitId]}]
  sub_categories jsonb NOT NULL,
  PRIMARY KEY (industry_key, generation, category_key)
);

-- A unit is a place, and a meter is installed in it from an instant on. The first meter of a unit has no row.
CREATE TABLE tenant.meter (
  meter_id     uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  industry_key integer NOT NULL REFERENCES tenant.industry,
  unit_key     integer NOT NULL REFERENCES tenant.unit,
  -- The first instant that is this meter's.
  installed_at timestamptz NOT NULL,
  serial       text,
  -- Registers as they were written down, raw; null: nobody did.
  initial_register      double precision CHECK (initial_register >= 0),
  final_register_of_old double precision CHECK (final_register_of_old >= 0),
  -- userId of the operator. The audit keeps what was before a change.
  registered_by text NOT NULL,
  registered_at timestamptz NOT NULL,
  -- Grows with every change: If-Match names it.
  version       integer NOT NULL DEFAULT 1,
  UNIQUE (unit_key, installed_at)
);
CREATE INDEX meter_of_industry ON tenant.meter (industry_key, installed_at);

-- No industry is without a clock.
CREATE FUNCTION tenant.begin_clock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tenant.industry_clock (industry_key, from_date, timezone, shift_start_at, days_offset)
  VALUES (NEW.industry_key, '1900-01-01', NEW.timezone, NEW.shift_start_at, NEW.days_offset);
  RETURN NULL;
END
$$;
CREATE TRIGGER begin_clock AFTER INSERT ON tenant.industry FOR EACH ROW EXECUTE FUNCTION tenant.begin_clock();

-- The version moves with every change, also when the clock stands still: two changes of the same millisecond are told
-- apart, and a transaction that began earlier and ends later does not bring an old version back.
CREATE FUNCTION tenant.touch_industry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := greatest(now(), OLD.updated_at + interval '1 microsecond');
  RETURN NEW;
END
$$;

-- Once per transaction and industry: the row that this transaction has written already is left alone.
CREATE FUNCTION tenant.touch_industry_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tenant.industry SET updated_at = now()
  WHERE industry_key = coalesce(NEW.industry_key, OLD.industry_key) AND xmin <> pg_current_xact_id()::xid;
  RETURN NULL;
END
$$;

CREATE FUNCTION tenant.touch_industry_of_unit_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tenant.industry SET updated_at = now()
  WHERE industry_key = (SELECT u.industry_key FROM tenant.unit u
                        WHERE u.unit_key = coalesce(NEW.unit_key, OLD.unit_key))
    AND xmin <> pg_current_xact_id()::xid;
  RETURN NULL;
END
$$;

CREATE TRIGGER touch BEFORE UPDATE ON tenant.industry
  FOR EACH ROW EXECUTE FUNCTION tenant.touch_industry();
CREATE TRIGGER touch_industry AFTER INSERT OR UPDATE OR DELETE ON tenant.industry_clock
  FOR EACH ROW EXECUTE FUNCTION tenant.touch_industry_of_row();
CREATE TRIGGER touch_industry AFTER INSERT OR UPDATE OR DELETE ON tenant.unit
  FOR EACH ROW EXECUTE FUNCTION tenant.touch_industry_of_row();
CREATE TRIGGER touch_industry AFTER INSERT OR UPDATE OR DELETE ON tenant.category
  FOR EACH ROW EXECUTE FUNCTION tenant.touch_industry_of_row();
CREATE TRIGGER touch_industry AFTER INSERT OR UPDATE OR DELETE ON tenant.meter
  FOR EACH ROW EXECUTE FUNCTION tenant.touch_industry_of_row();
CREATE TRIGGER touch_industry AFTER INSERT OR UPDATE OR DELETE ON tenant.unit_version
  FOR EACH ROW EXECUTE FUNCTION tenant.touch_industry_of_unit_version();
