-- A process keeps hours of the running day in memory, and asks of which units the readings have changed since.

-- Another number with each change of the unit's readings, whatever made it. By chance, because a number that counts
-- could come again where a state is removed and made anew, or where a replica takes over.
ALTER TABLE telemetry.unit_state ADD COLUMN stamp double precision NOT NULL DEFAULT random();
