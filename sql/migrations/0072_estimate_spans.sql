-- From when to when the estimates of an act lie, so that a reading that comes late finds those it lies among.
ALTER TABLE telemetry.reading_edit ADD COLUMN first_on timestamptz, ADD COLUMN last_on timestamptz;
UPDATE telemetry.reading_edit
SET first_on = (readings -> 0 ->> 'createdOn')::timestamptz, last_on = (readings -> -1 ->> 'createdOn')::timestamptz
WHERE kind = 'estimate';
CREATE INDEX reading_edit_estimates ON telemetry.reading_edit (industry_key, unit_key, last_on) WHERE kind = 'estimate' AND undone_at IS NULL;
