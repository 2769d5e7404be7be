-- Insights: what each day was like per industry, and what was found in its figures.
-- Stands for 0048_insights, 0085_insights_asked.

CREATE TABLE operations.insight (
  industry_key  integer NOT NULL REFERENCES tenant.industry,
  business_date date NOT NULL,
  -- Kilolitres; null where nothing is known.
  total_consumption double precision,
  online_units  integer NOT NULL,
  offline_units integer NOT NULL,
  computed_at   timestamptz NOT NULL,
  PRIMARY KEY (industry_key, business_date)
);
CREATE INDEX insight_day ON operations.insight (business_date);

-- A finding keeps its row while its days overlap: a leak of a month is one row.
CREATE TABLE operations.finding (
  finding_key  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What the outside calls it.
  finding_id   uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  industry_key integer NOT NULL REFERENCES tenant.industry,
  -- null: of the industry as a whole.
  unit_key     integer REFERENCES tenant.unit,
  -- One of src/findings/rules/types.ts.
  kind       text NOT NULL,
  first_day  date NOT NULL,
  -- The day whose figures made it certain enough.
  raised_on  date NOT NULL,
  last_day   date NOT NULL,
  -- It was still so on the last day that was looked at.
  is_open    boolean NOT NULL,
  litres         double precision,
  litres_per_day double precision,
  money          double precision,
  -- Of money; null where no tariff is declared.
  currency       text,
  confidence double precision NOT NULL,
  evidence   jsonb NOT NULL,
  -- null: nobody has said anything, and the data still show it.
  fate        text CHECK (fate IN ('confirmed', 'rejected', 'healed')),
  fate_at     timestamptz,
  fate_by     text,
  fate_reason text,
  found_at  timestamptz NOT NULL,
  judged_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (industry_key, unit_key, kind, first_day)
);
CREATE INDEX finding_last_day ON operations.finding (industry_key, last_day);

-- Industries whose figures have changed since they were last looked at. A row stays when nothing waits any more, so
-- that revisions never begin anew. Whoever has asked for a revision can then tell what has become of this very one:
-- judged, failed, or still waiting, whatever has changed since.
CREATE TABLE operations.insight_due (
  industry_key integer PRIMARY KEY REFERENCES tenant.industry,
  -- null: nothing waits.
  due_at       timestamptz,
  -- Raised by each change, so that a change meanwhile is not lost.
  revision     bigint NOT NULL DEFAULT 1,
  -- The newest revision that somebody has asked for, which no quiet time puts off.
  asked_revision bigint NOT NULL DEFAULT 0,
  judged_revision bigint NOT NULL DEFAULT 0,
  -- The newest one that could not be judged.
  failed_revision bigint NOT NULL DEFAULT 0
);
