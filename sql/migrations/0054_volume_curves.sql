-- A tank of any shape: what it holds by the height of its water.

-- [{elevationMetres, volumeCubicMetres}] from the ground to the brim; null: readings are percent of max_capacity.
ALTER TABLE tenant.unit_version ADD COLUMN volume_curve jsonb;
