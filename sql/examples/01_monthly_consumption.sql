-- Monthly consumption of each sub-category, with the share of slots that were really measured
SELECT c.sub_category_name,
       to_char(m.month_start, 'MM/YYYY')                                      AS month,
       round(sum(m.value_display), 3)                                         AS consumption,
       m.si_unit,
       round(sum(m.slots_genuine) / nullif(sum(m.slots_expected), 0), 4)      AS coverage
FROM analytics.categories c
JOIN analytics.monthly_figures m USING (unit_id)
WHERE c.generation = 'categoriesV2' AND c.category_key = 'ID_CONSUMPTION'
  AND m.month_start BETWEEN '2026-01-01' AND '2026-12-31'
GROUP BY c.sub_category_position, c.sub_category_name, m.month_start, m.si_unit
ORDER BY m.month_start, c.sub_category_position;
