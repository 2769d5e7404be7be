-- "Everything of this stretch of time, whatever the unit": refreshing days, months and years asks the readings beyond what hours are
-- materialised for, which without this index is a scan of the newest chunk (1 s for 300,000 readings instead of 20 ms).
CREATE INDEX reading_time ON telemetry.reading (business_at);
CREATE INDEX parameter_reading_time ON telemetry.parameter_reading (business_at);

-- Compressed chunks of 30 days leave half of their pages empty for all but large industries: as they are compressed they are merged
-- into chunks of 90 days (9.9 bytes a reading become 5.9). Retention then removes readings in steps of up to 90 days.
ALTER TABLE telemetry.reading SET (timescaledb.compress_chunk_time_interval = '90 days');
ALTER TABLE telemetry.parameter_reading SET (timescaledb.compress_chunk_time_interval = '90 days');
