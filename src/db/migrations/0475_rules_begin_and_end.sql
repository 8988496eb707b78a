-- Whether listings were last placed with a rule inside its period. Where the clock says otherwise, the placing job has
-- the listings that the rule can touch placed again.
alter table rewrite_rules add column was_in_force boolean not null default true;
create index rewrite_rules_with_a_period on rewrite_rules (id) where is_enabled and (valid_from is not null or valid_until is not null);
