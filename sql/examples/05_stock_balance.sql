-- Stock change against supply and consumption: what went in, what went out, what the tanks say, what nobody explains
SELECT d.business_date,
       round(sum(d.value_display) FILTER (WHERE c.category_key = 'ID_SOURCE'), 3)      AS supply,
       round(sum(d.value_display) FILTER (WHERE c.category_key = 'ID_CONSUMPTION'), 3) AS consumption,
       round(sum(d.value_display - d.opening_stock / d.division_factor)
             FILTER (WHERE c.category_key = 'ID_RAW_WATER_STOCK'), 3)                  AS stock_change,
       round(coalesce(sum(d.value_display) FILTER (WHERE c.category_key = 'ID_SOURCE'), 0)
             - coalesce(sum(d.value_display) FILTER (WHERE c.category_key = 'ID_CONSUMPTION'), 0)
             - coalesce(sum(d.value_display - d.opening_stock / d.division_factor)
                        FILTER (WHERE c.category_key = 'ID_RAW_WATER_STOCK'), 0), 3)   AS unexplained,
       d.si_unit,
       min(d.coverage)                                                                 AS worst_coverage
FROM analytics.categories c
JOIN analytics.daily_figures d USING (unit_id)
WHERE c.generation = 'categoriesV2' AND c.category_key IN ('ID_SOURCE', 'ID_CONSUMPTION', 'ID_RAW_WATER_STOCK')
  AND d.business_date BETWEEN '2026-01-01' AND '2026-01-31'
GROUP BY d.business_date, d.si_unit
ORDER BY d.business_date;
