-- Files of an archive are removed one by one. A removal that was cut off is known by this, and finished by the same request.
ALTER TABLE operations.archive ADD COLUMN removal_began_at timestamptz;
