-- How many calls of an hour there have to be before their share of failures pauses a provider. Those that are called seldom would
-- never have ten.
alter table provider_terms add column pause_calls integer not null default 10 check (pause_calls between 2 and 1000);
