-- A database that has customers of France keeps them until an administrator sets for how long: the default of three years is for new ones.
INSERT INTO retention_rules (country, years)
SELECT 'fr', NULL WHERE EXISTS (SELECT FROM orders WHERE country = 'fr')
ON CONFLICT (country) DO NOTHING;
