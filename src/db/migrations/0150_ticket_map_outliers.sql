-- Outliers are a list of their own: searched, filtered by provider and sorted by money.
alter table ticket_map_outliers
  drop column suggestion_reason,
  alter column urgency type integer;
create index ticket_map_outliers_search on ticket_map_outliers using gin (searchable(raw_section, suggestion) gin_trgm_ops);
create index ticket_map_outliers_provider_ids on ticket_map_outliers using gin (provider_ids);
create index ticket_map_outliers_currency on ticket_map_outliers (currency);
create trigger ticket_map_outliers_provider_ids before insert or update of provider_ids on ticket_map_outliers
  for each row execute function refs_exist('provider_ids', 'providers');

-- When the listings of a configuration were last searched for outliers. Owned by section mapping; as long as the
-- configuration; no personal data; one row each.
create table outlier_scans (
  venue_configuration_id bigint primary key references venue_configurations (id) on delete cascade,
  scanned_at timestamptz(3) not null
);
create index outlier_scans_age on outlier_scans (scanned_at);
-- What was placed since the last search.
create index ticket_listings_placed on ticket_listings (placed_at) where is_open and placed_at is not null;
