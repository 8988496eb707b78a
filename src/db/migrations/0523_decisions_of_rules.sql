-- What a rule decided was said to be decided by “imports”; the rule says it now, by the name that it has today.
update product_drifts set decided_by = null where rule_id is not null and decided_by is not null;
