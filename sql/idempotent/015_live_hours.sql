-- Hours straight from the readings, by the very definition of the hourly rollups: it is read from the catalog, not
-- written again. hour_live, parameter_hour_live: hours of business days that are not materialised.
-- long_day_hours, long_day_parameter_hours: hours of a day of more than 24. The rollup folds what lies beyond into the
-- last one; here each reading of the fold stands at its own distance from the start of the day, so hour 24 is the next
-- date's 00:00. meter_hours: the same of readings between two instants, where one meter takes the place of another
-- within an hour. part_hours, part_parameter_hours: one hour, of its readings between two instants: where midnight cuts
-- an hour in two. Only readings of the hour are looked at; the fold of a long day is one hour of it.
DO $define$
DECLARE
  rollup record;
  definition text;
  own_readings text;
BEGIN
  FOR rollup IN
    SELECT * FROM (VALUES
      ('rollup_hourly', 'reading', 'unit_key, created_on, value, summed_value, estimated, register_excluded',
       'hour_live', 'long_day_hours', 'part_hours'),
      ('parameter_rollup_hourly', 'parameter_reading', 'unit_key, parameter_key, created_on, value, estimated',
       'parameter_hour_live', 'long_day_parameter_hours', 'part_parameter_hours')
    ) AS of_rollup (view_name, table_name, columns, live_view, long_day_function, part_function)
  LOOP
    SELECT rtrim(a.view_definition, E' ;\n') INTO STRICT definition
    FROM timescaledb_information.continuous_aggregates a
    WHERE a.view_schema = 'telemetry' AND a.view_name = rollup.view_name;
    CALL telemetry.define_view(rollup.live_view, definition);
    own_readings := format(
      'FROM (SELECT %s, CASE WHEN business_at = day + interval ''23:59:59.999999''
                             THEN greatest(day + (created_on - day_starts_at), business_at)
                             ELSE business_at END AS business_at
             FROM telemetry.%I
             WHERE unit_key = ANY (unit_keys) AND business_at >= day AND business_at < day + 1%%s) AS %I',
      rollup.columns, rollup.table_name, rollup.table_name);
    EXECUTE format(
      'CREATE OR REPLACE FUNCTION telemetry.%I (unit_keys int[], day date, day_starts_at timestamptz)
       RETURNS SETOF telemetry.%I LANGUAGE sql STABLE PARALLEL SAFE AS %L',
      rollup.long_day_function, rollup.live_view,
      replace(definition, format('FROM telemetry.%I', rollup.table_name), format(own_readings, '')));
    EXECUTE format(
      'CREATE OR REPLACE FUNCTION telemetry.%I (unit_keys int[], day date, day_starts_at timestamptz, hour int,
                                                 from_at timestamptz, until_at timestamptz)
       RETURNS SETOF telemetry.%I LANGUAGE sql STABLE PARALLEL SAFE AS %L',
      rollup.part_function, rollup.live_view,
      replace(definition, format('FROM telemetry.%I', rollup.table_name), format(own_readings,
        ' AND business_at >= day + least(hour, 23) * interval ''1 hour'''
        ' AND business_at < day + least(hour + 1, 24) * interval ''1 hour'''
        ' AND created_on >= from_at AND created_on < until_at')));
    IF rollup.view_name = 'rollup_hourly' THEN
      EXECUTE format(
        'CREATE OR REPLACE FUNCTION telemetry.meter_hours (unit_keys int[], day date, day_starts_at timestamptz,
                                                            from_at timestamptz, until_at timestamptz)
         RETURNS SETOF telemetry.hour_live LANGUAGE sql STABLE PARALLEL SAFE AS %L',
        replace(definition, 'FROM telemetry.reading',
                format(own_readings, ' AND created_on >= from_at AND created_on < until_at')));
    END IF;
  END LOOP;
END
$define$;

COMMENT ON VIEW telemetry.hour_live IS
  'rollup_hourly computed from the readings at this moment, whatever is materialised.';
COMMENT ON VIEW telemetry.parameter_hour_live IS
  'parameter_rollup_hourly computed from the samples at this moment, whatever is materialised.';
COMMENT ON FUNCTION telemetry.long_day_hours IS
  'Hours of one business day of units, the 25th at the next date''s 00:00. day_starts_at: instant at which the day '
  'begins.';
COMMENT ON FUNCTION telemetry.meter_hours IS
  'Hours of one business day of units, of their readings from one instant to before another alone.';
COMMENT ON FUNCTION telemetry.part_hours IS
  'One elapsed hour of a business day of units, of its readings from one instant to before another alone.';
COMMENT ON FUNCTION telemetry.part_parameter_hours IS 'The same of named parameters.';
COMMENT ON FUNCTION telemetry.long_day_parameter_hours IS 'The same of named parameters.';
