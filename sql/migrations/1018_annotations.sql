-- Annotations: what people note beside the figures of a unit or of the whole site, such as that a pump was changed.

-- One row an annotation. A withdrawn one stays, because reports have printed it, and is told no more.
CREATE TABLE operations.annotation (
  annotation_key integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key  integer NOT NULL REFERENCES tenant.industry,
  annotation_id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  -- null: the whole site.
  unit_key      integer REFERENCES tenant.unit,
  from_at       timestamptz NOT NULL,
  -- End of the span, excluded; null: it is of the moment from_at.
  to_at         timestamptz,
  -- As it was typed. Whoever shows it makes it inert.
  text          text NOT NULL CHECK (length(text) BETWEEN 1 AND 500),
  version       integer NOT NULL DEFAULT 1,
  -- userId of the people who wrote it and changed it last.
  created_by    text NOT NULL,
  created_at    timestamptz NOT NULL,
  updated_by    text NOT NULL,
  updated_at    timestamptz NOT NULL,
  withdrawn_at  timestamptz,
  CHECK (to_at > from_at)
);
CREATE INDEX annotation_of_industry ON operations.annotation (industry_key, from_at) WHERE withdrawn_at IS NULL;
