-- A lineup that happens in one place says so; its city follows.
alter table lineups add column venue_id bigint references venues (id);
create index lineups_venue on lineups (venue_id) where venue_id is not null;
