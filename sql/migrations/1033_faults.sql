-- Faults of what the service rests on, which every process writes down and operators read.

CREATE TABLE operations.fault (
  fault_key    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- clock: differs from that of the database. jump: it was set. room: the disk is nearly full.
  kind         text NOT NULL CHECK (kind IN ('mail', 'clock', 'jump', 'broker', 'database', 'disk', 'room')),
  -- The process that met it, as host:port; empty: a fault of the installation, whoever met it.
  process      text NOT NULL,
  -- Instants of the database's clock, because the clock of a process may be what is wrong.
  began_at     timestamptz NOT NULL,
  -- When it was last met. A process that ended leaves its faults open.
  seen_at      timestamptz NOT NULL,
  -- null: it lasts.
  ended_at     timestamptz,
  -- How often it began; breaks of some minutes are no end.
  times        integer NOT NULL DEFAULT 1,
  -- Figures of one kind each are null for the others.
  -- Of database: requests answered 503.
  requests     integer,
  -- Of mail: most mails that waited at once.
  mails        integer,
  -- Of clock and jump: positive where the process was ahead.
  milliseconds bigint,
  -- Of database: it was restarted, as opposed to connections that were cut.
  is_restart   boolean,
  -- Of room: the least that was free.
  free_bytes   bigint
);
CREATE UNIQUE INDEX fault_lasting ON operations.fault (kind, process) WHERE ended_at IS NULL;
CREATE INDEX fault_newest ON operations.fault (kind, process, began_at DESC);
