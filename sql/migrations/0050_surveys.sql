-- Bathymetry: soundings of a basin, cleaned, and the volume-area-elevation curve they give.

CREATE TABLE operations.survey (
  unit_key      integer NOT NULL REFERENCES tenant.unit,
  -- Business day of the survey.
  business_date date NOT NULL,
  processed_at  timestamptz NOT NULL,
  -- What it was cleaned by, and what each step left out (src/domain/bathymetry).
  rules         jsonb NOT NULL,
  statistics    jsonb NOT NULL,
  -- Points that stayed, in the order of sounding: WGS84 degrees, metres below the surface, 0 to 100.
  latitude      double precision[] NOT NULL,
  longitude     double precision[] NOT NULL,
  depth_metres  double precision[] NOT NULL,
  confidence_percent double precision[] NOT NULL,
  -- [{elevationMetres, areaSquareMetres, volumeCubicMetres}] from the deepest point up.
  curve         jsonb NOT NULL,
  PRIMARY KEY (unit_key, business_date)
);
