-- The share of calls of an hour, in basis points, from which on a provider is paused without a person; null: never.
alter table provider_terms add column pause_share integer check (pause_share between 1 and 10000);
