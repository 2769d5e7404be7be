-- Water balance of a month: what came in, what went out, what the tanks kept and what is left, as the API answers it
WITH listed AS (
  SELECT DISTINCT category_key, unit_id
  FROM analytics.categories
  WHERE generation = 'categoriesV2' AND category_key IN ('ID_SOURCE', 'ID_CONSUMPTION', 'ID_RAW_WATER_STOCK')
), unit_total AS (
  SELECT l.category_key, l.unit_id, d.si_unit,
         sum(d.value_display)                                                            AS quantity,
         (array_agg(d.opening_stock / d.division_factor ORDER BY d.business_date))[1]    AS opening_level,
         (array_agg(d.value_display ORDER BY d.business_date DESC)
            FILTER (WHERE d.value_display IS NOT NULL))[1]                               AS closing_level,
         sum(d.slots_genuine) AS slots_genuine, sum(d.slots_expected) AS slots_expected
  FROM listed l
  JOIN analytics.daily_figures d USING (unit_id)
  WHERE d.business_date BETWEEN '2026-01-01' AND '2026-01-31'
  GROUP BY l.category_key, l.unit_id, d.si_unit
), side AS (
  SELECT si_unit,
         sum(quantity) FILTER (WHERE category_key = 'ID_SOURCE')                         AS inflow,
         sum(quantity) FILTER (WHERE category_key = 'ID_CONSUMPTION')                    AS outflow,
         sum(opening_level) FILTER (WHERE category_key = 'ID_RAW_WATER_STOCK')           AS opening_level,
         sum(closing_level) FILTER (WHERE category_key = 'ID_RAW_WATER_STOCK')           AS closing_level,
         sum(closing_level - opening_level) FILTER (WHERE category_key = 'ID_RAW_WATER_STOCK') AS stock_change,
         bool_or(category_key = 'ID_RAW_WATER_STOCK')                                    AS has_tanks,
         round(sum(slots_genuine) / nullif(sum(slots_expected), 0), 4)                   AS coverage
  FROM unit_total
  GROUP BY si_unit
)
SELECT inflow, outflow, inflow - outflow AS balance,
       round(100 * (inflow - outflow) / nullif(inflow, 0), 2)                            AS balance_percentage,
       opening_level, closing_level, stock_change,
       inflow - outflow - CASE WHEN has_tanks THEN stock_change ELSE 0 END               AS unaccounted,
       si_unit, coverage
FROM side
ORDER BY si_unit;
