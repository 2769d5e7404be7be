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

-- An industry is read with its meters.
CREATE TRIGGER touch_industry AFTER INSERT OR UPDATE OR DELETE ON tenant.meter FOR EACH ROW EXECUTE FUNCTION tenant.touch_industry_of_row();
