-- Staff read and change risk rules: what is counted within hours says how many, and nothing else has to.
alter table risk_rules alter column hours drop not null, alter column hours drop default;
update risk_rules set hours = null where kind <> 'orders_by_email';
alter table risk_rules add constraint velocity_has_hours check (kind <> 'orders_by_email' or hours is not null);
-- Two names that differ by their letters' case alone read as one.
alter table risk_rules drop constraint risk_rules_name_key;
create unique index risk_rules_name_key on risk_rules (lower(name));
-- Velocity is counted for every order that is paid, and for a month of them when a rule is tried: by email and time.
create index purchases_customer_email_times on purchases (lower(customer_email), created_at);
drop index purchases_customer_email;
create index risk_rules_search on risk_rules using gin (searchable(name) gin_trgm_ops);
