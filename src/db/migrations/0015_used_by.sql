-- What points at a record is counted before anybody deletes it, so every reference has an index that begins with it.
create index purchases_product_option on purchases (product_option_id, id) where product_option_id is not null;
create index events_provider on events (provider_id, id);
create index performers_country on performers (country_id) where country_id is not null;
create index coupons_excluded_event_ids on coupons using gin (excluded_event_ids);
create index coupons_excluded_performer_ids on coupons using gin (excluded_performer_ids);
create index coupons_excluded_venue_ids on coupons using gin (excluded_venue_ids);
create index coupons_excluded_city_ids on coupons using gin (excluded_city_ids);
create index coupons_excluded_product_ids on coupons using gin (excluded_product_ids);
