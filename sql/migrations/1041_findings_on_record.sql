-- Findings that data of any age may show: each minute asks for them.
CREATE INDEX finding_on_record ON operations.finding (industry_key) WHERE is_open OR fate = 'rejected';
