-- A name that says what is kept: whether listings were last placed with the rule inside its period.
alter table rewrite_rules rename column was_in_force to placed_in_period;
