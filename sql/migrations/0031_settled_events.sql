-- The newest change of the day's documents that an event has told of.
ALTER TABLE telemetry.processed_day ADD COLUMN told_change_no bigint NOT NULL DEFAULT 0;
UPDATE telemetry.processed_day p SET told_change_no = d.newest
FROM (SELECT industry_key, max(change_no) AS newest FROM telemetry.document GROUP BY industry_key) AS d
WHERE p.industry_key = d.industry_key;

-- One row each time days of an industry settle, written in the transaction that settles them.
CREATE TABLE telemetry.settled_event (
  event_key    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  settled_at   timestamptz NOT NULL
);
CREATE INDEX settled_event_at ON telemetry.settled_event (settled_at);

CREATE TABLE telemetry.settled_event_day (
  industry_key  integer NOT NULL REFERENCES tenant.industry,
  event_key     bigint NOT NULL REFERENCES telemetry.settled_event ON DELETE CASCADE,
  business_date date NOT NULL,
  -- Units whose daily documents changed since an event last told of the day.
  changed_unit_keys integer[] NOT NULL,
  -- Causes of its marks, 'batch' without one.
  causes        text[] NOT NULL,
  -- Its oldest mark; NULL: nobody had marked it.
  marked_at     timestamptz,
  PRIMARY KEY (event_key, business_date)
);

-- Consumers that have not taken an event yet. A consumer removes its row in the transaction of its work.
CREATE TABLE telemetry.settled_event_waiting (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  event_key    bigint NOT NULL REFERENCES telemetry.settled_event ON DELETE CASCADE,
  consumer     text NOT NULL,
  PRIMARY KEY (event_key, consumer)
);

-- Totals for the metrics, of the installation: a day counts under each of its causes.
CREATE TABLE telemetry.settled_total (
  cause           text PRIMARY KEY,
  settled_days    bigint NOT NULL,
  -- Daily documents of units that changed.
  changed_figures bigint NOT NULL,
  -- Of settled_days those that somebody had marked, and the seconds from mark to settled of them together.
  marked_days     bigint NOT NULL,
  marked_seconds  double precision NOT NULL
);
