-- What every column of schema analytics means and in which unit of measure it is. A column has one meaning wherever it
-- appears; 'view.column' says where it differs. A column without an entry stops the migration.

CREATE OR REPLACE PROCEDURE analytics_private.define_glossary() LANGUAGE plpgsql AS $define$
DECLARE
  shown record;
BEGIN
FOR shown IN
  WITH glossary (name, meaning) AS (VALUES
    -- identity
    ('industry_id', 'Id of the industry; no unit.'),
    ('industry_name', 'Name of the industry; no unit.'),
    ('place', 'Where the industry is; no unit, null when not stated.'),
    ('timezone', 'IANA name of the time zone in which shift_start_at is local time; no unit.'),
    ('shift_start_at', 'Local time at which the business day begins, HH:MM:SS.'),
    ('days_offset', 'Whole days by which the start of a business day is moved back, in days.'),
    ('unit_id', 'Id of the unit; no unit of measure.'),
    ('quarantine.unit_id', 'Unit the refused row named, null when it named none; it need not exist. No unit of '
                           'measure.'),
    ('categories.unit_id', 'Id of the unit listed; null for a sub-category that lists none. No unit of measure.'),
    ('unit_ids', 'Ids of the units whose readings or configuration changed; units that depend on them are affected '
                 'too. No unit of measure.'),
    ('unit_name', 'Display name of the unit; no unit of measure.'),
    ('quarantine.unit_name', 'Display name of the unit that the refused row named; null when the industry has no such '
                             'unit. No unit of measure.'),
    ('categories.unit_name', 'Display name of the unit listed; null for a sub-category that lists none. No unit of '
                             'measure.'),
    ('unit_group', 'FLOW, CONSUMPTION, ENERGY, STOCK, GROUND_WATER_LEVEL, QUALITY or VIRTUAL: whose rules compute the '
                   'figures. No unit of measure.'),
    ('standard_category_id', 'standardCategoryId that decides the unit_group; no unit of measure.'),
    ('position', 'Order in which the industry lists its units; a number without unit.'),
    ('removed_at', 'Instant at which the unit was taken out of the industry; null while it is in it. Its readings and '
                   'figures stay.'),
    ('meters.removed_at', 'Instant at which the next meter took its place, timestamp with time zone; null while the '
                          'meter is in use.'),
    ('meter_number', 'Meters of the unit counted from 1, the first one; a number without unit.'),
    ('serial', 'Number on the meter; no unit, null when not stated.'),
    ('serial_before', 'Number on the meter before; no unit, null when not stated.'),
    ('installed_at', 'Instant at which the meter was installed, timestamp with time zone; null for the first meter of '
                     'a unit.'),
    ('registered_at', 'Instant at which the swap was registered, timestamp with time zone.'),
    ('parameter', 'Name of the parameter as devices send it; no unit of measure.'),
    ('parameter_name', 'Display name of the parameter, null when the unit does not declare it; no unit of measure.'),
    ('parameter_unit', 'Unit of measure of the values in this row; an empty text for a parameter without one, null '
                       'when the unit does not declare the parameter.'),
    ('document_id', 'Id of the processed document the row was taken from; no unit.'),
    -- configuration
    ('si_unit', 'Unit of measure in which value_display is, e.g. KL or kWh; raw figures are in thousandths of it '
                'except where division_factor is 1.'),
    ('division_factor', 'What raw figures are divided by to be in si_unit: 1000, or 1 for ground water levels and '
                        'quality. A number without unit.'),
    ('flow_factor', 'Meter multiplier that figures contain and readings do not; a number without unit.'),
    ('min_non_zero_threshold', 'Low-flow cutoff in thousandths of si_unit, before flow_factor: a reading counts as '
                               'non-zero above it.'),
    ('max_capacity', 'Capacity of a tank in thousandths of si_unit; null for units that are no tanks.'),
    ('data_update_frequency_seconds', 'Length of a slot, in which one reading is expected, in seconds.'),
    ('p_ref_kilowatts', 'Reference power for energy savings in kilowatts; null when none is declared.'),
    ('formula', 'Formula of a virtual unit; null for others. No unit of measure.'),
    ('effective_from', 'First business day to which the row applies, a date; 1900-01-01 stands for the beginning.'),
    ('effective_until', 'First business day to which the row does not apply any more, a date; null for the newest '
                        'row.'),
    ('generation', 'categories, categoriesV2 or standardCategories: the set of categories; no unit.'),
    ('category_key', 'Key of the category within its generation; no unit.'),
    ('categories.standard_category_id', 'standardCategoryId of the category; no unit.'),
    ('sub_category_id', 'Id of the sub-category; no unit.'),
    ('sub_category_name', 'Display name of the sub-category; no unit.'),
    ('sub_category_position', 'Order of the sub-category within its category, from 1; a number without unit.'),
    -- findings
    ('finding_id', 'Id of the finding; no unit.'),
    ('findings.unit_id', 'Id of the unit; null for the industry as a whole. No unit of measure.'),
    ('findings.unit_name', 'Display name of the unit; null for the industry as a whole. No unit of measure.'),
    ('kind', 'What was found, e.g. leak, burst, silence: docs/explanation/findings.md. No unit.'),
    ('severity', 'critical, high, medium or low; no unit.'),
    ('sentence', 'The finding in words with its figures and their units, English, without the place.'),
    ('findings.si_unit', 'Unit of the amounts in evidence, which are thousandths of it.'),
    ('kilowatt_hours', 'Energy that it comes to over these days, in kWh; null: it is not about energy.'),
    ('kilowatt_hours_per_day', 'The same for one day, in kWh.'),
    ('acknowledged_at', 'Instant at which somebody has taken notice, timestamp with time zone; null: nobody has.'),
    ('acknowledged_by', 'userId of that person; no unit.'),
    ('assignee_id', 'userId of the person who works on it; null: nobody does. No unit.'),
    ('muted_until', 'First business day on which its kind is told again of this unit, a date; infinity: switched off; '
                    'null: it is told.'),
    ('rule_version', 'Version of the rules that have judged it last; a number without unit.'),
    ('first_day', 'First business day on which it shows, a date.'),
    ('raised_on', 'Business day whose figures made it certain enough, a date.'),
    ('last_day', 'Last business day on which it shows, a date.'),
    ('is_open', 'true: it still shows on the newest day that was looked at. No unit.'),
    ('litres', 'Estimate of what it comes to over these days, in litres; null: nobody can say.'),
    ('litres_per_day', 'The same for one day, in litres.'),
    ('money', 'What it is worth by the tariff of the industry, in currency; null without a tariff.'),
    ('currency', 'Currency of money as the industry writes it; null without money. No unit.'),
    ('confidence', 'How sure it is, from 0 to 1; no unit.'),
    ('evidence', 'Figures it rests on, JSON; amounts are thousandths of si_unit.'),
    ('fate', 'confirmed or rejected by a person, or healed: the data show it no more; null: open. No unit.'),
    ('fate_at', 'Instant of that, timestamp with time zone.'),
    ('fate_by', 'userId of the person; null where nobody has said anything. No unit.'),
    ('fate_reason', 'What the person said; no unit.'),
    -- annotations
    ('annotation_id', 'Id of the annotation; no unit.'),
    ('annotations.unit_id', 'Id of the unit; null for the whole site. No unit of measure.'),
    ('annotations.unit_name', 'Display name of the unit; null for the whole site. No unit of measure.'),
    ('annotations.business_date', 'Business day on which it begins, a date; industry_clock has where days begin.'),
    ('from_at', 'Instant of which it tells, or at which its span begins, timestamp with time zone; AT TIME ZONE '
                'industry.timezone gives the local time.'),
    ('to_at', 'Instant at which its span ends, excluded, timestamp with time zone; null: it tells of a moment.'),
    ('annotations.text', 'What happened, as it was typed; no unit.'),
    ('created_by', 'userId of the person who wrote it; no unit.'),
    ('created_at', 'Instant at which it was written, timestamp with time zone.'),
    ('updated_by', 'userId of the person who changed it last, of the author where nobody has; no unit.'),
    ('updated_at', 'Instant at which it was changed last, timestamp with time zone.'),
    ('version', 'How often it was written, 1 where nobody has changed it; a number without unit.'),
    -- time
    ('business_date', 'Business day (industry day) the row belongs to, a date; it begins at shift_start_at in the '
                      'industry''s timezone, less days_offset, as industry_clock has them for it.'),
    ('business_at', 'Position on the business clock: business_date plus the time elapsed since that day began; '
                    'timestamp without time zone.'),
    ('bucket', 'Start of the period on the business clock (business_date plus elapsed hours), a timestamp without '
               'time zone. Filter on it with timestamps.'),
    ('hour', 'Elapsed whole hours since the business day began, 0 to 23 (more on a long day), in hours. Not the hour '
             'of the wall clock.'),
    ('starts_at', 'Instant at which the hour begins, timestamp with time zone.'),
    ('month_start', 'First business day of the month, a date.'),
    ('year_start', 'First business day of the year, a date.'),
    ('read_at', 'Instant the device gave the reading, timestamp with time zone.'),
    ('received_at', 'Instant at which the row arrived last with another content, to the minute, timestamp with time '
                    'zone.'),
    ('quarantine.received_at', 'Instant at which the row arrived first, timestamp with time zone.'),
    ('first_business_date', 'Business day of the unit''s first reading, a date; null without readings.'),
    ('last_reading_at', 'Instant of the newest reading of the row''s unit and period, timestamp with time zone; null '
                        'without readings.'),
    ('computed_at', 'Instant at which these figures were computed first, timestamp with time zone.'),
    ('first_at', 'Instant of the first reading of the period, timestamp with time zone.'),
    ('last_at', 'Instant of the last reading or sample of the period, timestamp with time zone.'),
    ('marked_at', 'Instant at which the day was first found to be out of date, timestamp with time zone.'),
    ('decided_at', 'Instant at which an operator released or discarded the row, timestamp with time zone; null while '
                   'it is held.'),
    -- readings
    ('readings.value', 'Interval value as sent: thousandths of si_unit before flow_factor (tanks: percent of '
                       'max_capacity, of the height where a survey gave them a curve; ground water: si_unit); null '
                       'when not sent.'),
    ('register', 'Cumulative register as sent, thousandths of si_unit before flow_factor; null when not sent.'),
    ('register_excluded', 'true: a register check took this register out of all figures; the reading itself stays. No '
                          'unit.'),
    ('estimated', 'true: the device filled this value in instead of measuring it. No unit.'),
    ('offline_minutes', 'Minutes without genuine readings in the period; 1440 for a day without any.'),
    ('readings.offline_minutes', 'Minutes the device says it was offline before this reading; null when it says '
                                 'nothing.'),
    ('last_reading_value', 'Interval value of the newest reading, thousandths of si_unit before flow_factor (tanks: '
                           'percent; ground water: si_unit); null when it has none.'),
    ('last_reading_register', 'Register of the newest reading, thousandths of si_unit before flow_factor; null when '
                              'it has none.'),
    ('parameter_readings.value', 'Sample as sent, in parameter_unit.'),
    -- figures
    ('value', 'Figure of the period in thousandths of si_unit (si_unit itself where division_factor is 1), '
              'flow_factor applied; null: no data, never 0. Flow, energy: quantity; tanks, ground water: last level; '
              'quality: null, see the parameter views.'),
    ('value_display', 'value in si_unit: the number answers and reports show.'),
    ('daily_parameter_figures.value', 'Mean of all samples of the day in parameter_unit, or the last sample for a '
                                      'parameter declared isLatest; null without samples.'),
    ('monthly_parameter_figures.value', 'Mean of the daily figures in parameter_unit, or the last one for a parameter '
                                        'declared isLatest; null without samples, and where parameter_unit changed.'),
    ('yearly_parameter_figures.value', 'Mean of the monthly figures in parameter_unit, or the last one for a '
                                       'parameter declared isLatest; null without samples, and where '
                                       'parameter_unit changed.'),
    ('hourly_parameter_figures.value', 'Mean of the samples of the hour in parameter_unit; null without samples.'),
    ('initial_register', 'Register at the beginning of the period, thousandths of si_unit, flow_factor applied; null '
                         'without registers.'),
    ('final_register', 'Register at the end of the period, thousandths of si_unit, flow_factor applied; null without '
                       'registers.'),
    ('meters.initial_register', 'Register that was written down when the meter was installed, thousandths of si_unit '
                                'before flow_factor; null when nobody did.'),
    ('meters.final_register', 'Register that was written down when the meter was taken out, thousandths of si_unit '
                              'before flow_factor; null when nobody did, or while it is in use.'),
    ('meter_swaps.initial_register', 'Register of the new meter as it was written down, thousandths of si_unit before '
                                     'flow_factor; null when nobody did.'),
    ('final_register_of_old', 'Register of the meter before as it was written down, thousandths of si_unit before '
                              'flow_factor; null when nobody did.'),
    ('non_zero_readings', 'Readings whose interval value is above min_non_zero_threshold, a count; null for groups '
                          'without it.'),
    ('opening_stock', 'Tanks: level of the last reading before the period, thousandths of si_unit; 0 only when there '
                      'is none. null for other groups.'),
    ('opening_level', 'Tanks: first level in the hour, thousandths of si_unit; null for other groups and hours '
                      'without data.'),
    ('percentage', 'Tanks: the last reading, percent of max_capacity (of the height where a survey gave them a '
                   'curve); null for other groups, without data and at level 0.'),
    ('average_level', 'Ground water: mean of the levels of the period in si_unit, 0 when there is none; null for '
                      'other groups.'),
    ('energy_saved_kwh', 'Energy saved against the reference power in kWh, negative when more was used; null for '
                         'groups other than energy.'),
    ('energy_saved_coverage', 'Share of the expected intervals on which energy_saved_kwh rests, 0 to 1; null for '
                              'groups other than energy.'),
    ('offline_slots', 'Slots without a genuine reading, a count. A day without any reading counts 0 for flow and '
                      'energy and 288 for other groups.'),
    ('offline_value', 'Part of the quantity that was booked in slots without a genuine reading, thousandths of '
                      'si_unit, with register jumps that belong to no hour; null for groups without it.'),
    ('unheard_value', 'What passed between two registers, mostly while nothing was sent, and is in no hour and no '
                      'total, thousandths of si_unit; told where the meter is heard again. null: nothing.'),
    ('unheard_from', 'Timestamp of the last reading before what passed unheard; of several the first.'),
    ('unheard_to', 'Timestamp of the first reading after what passed unheard; of several the last.'),
    ('unheard_silences', 'Count of how often nothing at all was sent meanwhile; 0 where readings came without a '
                         'register, or registers come alone.'),
    ('slots_expected', 'Slots in which a reading was expected, a count.'),
    ('slots_genuine', 'Slots with a genuine reading, a count.'),
    ('coverage', 'Slots with a genuine reading / slots expected, 0 to 1; null when none was expected. Of a virtual '
                 'unit: that of all meters that its formula uses, weighted by their slots.'),
    ('bound', 'On which side of value the truth lies for what was not measured: at least, at most, or open (either). '
              'null: enough was measured, or value is null or adds nothing up (levels, quality). Estimated readings '
              'count as there. No unit.'),
    ('meters', 'Meters that the figure is made of, a count: 1, or of a virtual unit all those that its formula uses, '
               'through other virtual units as well.'),
    ('meters_measured', 'How many of meters measured something in the period, a count; of a virtual unit''s month or '
                        'year, on the day when most of them did.'),
    ('readings_used', 'Readings the figures rest on, a count.'),
    ('readings_estimated', 'Readings among them that the device estimated, a count.'),
    ('estimated_share', 'Estimated readings / readings, 0 to 1; null without readings.'),
    ('is_stale', 'true: a business day of the period is in stale_days, so the figures may be about to change. No '
                 'unit.'),
    -- years side by side
    ('state', 'whole: processed to its last day, with a figure in each month; running: not processed to its last day; '
              'partial: months without a figure; missing: no figure. No unit.'),
    ('months_with_figure', 'Months of the year that have a figure, a count.'),
    ('change_display', 'value_display less that of the year before, in si_unit; null unless both years are whole.'),
    ('change_percent', 'The same in percent of the year before; null as well where that is 0.'),
    -- rollups
    ('reading_count', 'Readings, a count.'),
    ('estimated_count', 'Readings or samples the device estimated, a count.'),
    ('value_count', 'Readings with an interval value, a count.'),
    ('value_sum', 'Sum of interval values, thousandths of si_unit before flow_factor; without meaning for levels.'),
    ('estimated_value_sum', 'Sum of estimated interval values, thousandths of si_unit before flow_factor; null when '
                            'there is none.'),
    ('positive_count', 'Readings with an interval value above 0, a count.'),
    ('value_min', 'Smallest interval value, thousandths of si_unit before flow_factor (tanks: percent; ground water: '
                  'si_unit).'),
    ('value_max', 'Largest interval value, thousandths of si_unit before flow_factor (tanks: percent; ground water: '
                  'si_unit).'),
    ('first_value', 'First interval value, thousandths of si_unit before flow_factor (tanks: percent; ground water: '
                    'si_unit).'),
    ('last_value', 'Last interval value, thousandths of si_unit before flow_factor (tanks: percent; ground water: '
                   'si_unit).'),
    ('first_register', 'First register, thousandths of si_unit before flow_factor; null without registers.'),
    ('last_register', 'Last register, thousandths of si_unit before flow_factor; null without registers.'),
    ('sample_count', 'Samples of the parameter, a count.'),
    ('mean', 'Mean of the samples in parameter_unit; null where that changed in the period.'),
    ('parameter_rollup_hourly.value_min', 'Smallest sample in parameter_unit.'),
    ('parameter_rollup_daily.value_min', 'Smallest sample in parameter_unit.'),
    ('parameter_rollup_monthly.value_min', 'Smallest sample in parameter_unit; null where that changed in the period.'),
    ('parameter_rollup_yearly.value_min', 'Smallest sample in parameter_unit; null where that changed in the period.'),
    ('parameter_rollup_hourly.value_max', 'Largest sample in parameter_unit.'),
    ('parameter_rollup_daily.value_max', 'Largest sample in parameter_unit.'),
    ('parameter_rollup_monthly.value_max', 'Largest sample in parameter_unit; null where that changed in the period.'),
    ('parameter_rollup_yearly.value_max', 'Largest sample in parameter_unit; null where that changed in the period.'),
    ('parameter_rollup_hourly.last_value', 'Last sample in parameter_unit.'),
    ('parameter_rollup_daily.last_value', 'Last sample in parameter_unit.'),
    ('parameter_rollup_monthly.last_value', 'Last sample in parameter_unit; null where that changed in the period.'),
    ('parameter_rollup_yearly.last_value', 'Last sample in parameter_unit; null where that changed in the period.'),
    -- quality of the data
    ('causes', 'Cause to number of changes, as JSON: late reading, correction, register check, earlier day, '
               'unfinished run, configuration, meter exchange, clock change, rollup repair, document repair, restored '
               'archive, new rules. Counts.'),
    ('quarantine_id', 'Number of the case; no unit.'),
    ('raw', 'The refused row as it arrived; values in the sender''s own units.'),
    ('reason_code', 'Why it was refused, as a word for programs; no unit.'),
    ('reason', 'Why it was refused, as a sentence; no unit.'),
    ('source', 'How it arrived: http, csv, mqtt, quarantine or archive; no unit.'),
    ('times_received', 'How often the same row arrived, a count.'),
    ('status', 'held, released or discarded; no unit.'))
  SELECT c.relname AS view_name, a.attname AS column_name, coalesce(own.meaning, shared.meaning) AS meaning
  FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
  LEFT JOIN glossary own ON own.name = c.relname || '.' || a.attname
  LEFT JOIN glossary shared ON shared.name = a.attname
  WHERE c.relnamespace = 'analytics'::regnamespace AND c.relkind = 'v'
LOOP
  IF shown.meaning IS NULL THEN
    RAISE EXCEPTION 'analytics.%.% has no entry in the glossary (sql/idempotent/100_analytics_8_glossary.sql)',
      shown.view_name, shown.column_name;
  END IF;
  EXECUTE format('COMMENT ON COLUMN analytics.%I.%I IS %L', shown.view_name, shown.column_name, shown.meaning);
END LOOP;
END
$define$;
