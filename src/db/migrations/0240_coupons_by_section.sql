-- Coupons for what is in categories and subcategories, what aliases sell and what providers supply.
alter table coupons
  add column alias_ids bigint[] not null default '{}',
  add column excluded_alias_ids bigint[] not null default '{}',
  add column category_ids bigint[] not null default '{}',
  add column excluded_category_ids bigint[] not null default '{}',
  add column subcategory_ids bigint[] not null default '{}',
  add column excluded_subcategory_ids bigint[] not null default '{}',
  add column provider_ids bigint[] not null default '{}',
  add column excluded_provider_ids bigint[] not null default '{}';
create index coupons_alias_ids on coupons using gin (alias_ids);
create index coupons_excluded_alias_ids on coupons using gin (excluded_alias_ids);
create index coupons_category_ids on coupons using gin (category_ids);
create index coupons_excluded_category_ids on coupons using gin (excluded_category_ids);
create index coupons_subcategory_ids on coupons using gin (subcategory_ids);
create index coupons_excluded_subcategory_ids on coupons using gin (excluded_subcategory_ids);
create index coupons_provider_ids on coupons using gin (provider_ids);
create index coupons_excluded_provider_ids on coupons using gin (excluded_provider_ids);
create trigger coupons_alias_ids before insert or update of alias_ids on coupons
  for each row when (new.alias_ids <> '{}') execute function refs_exist('alias_ids', 'aliases');
create trigger coupons_excluded_alias_ids before insert or update of excluded_alias_ids on coupons
  for each row when (new.excluded_alias_ids <> '{}') execute function refs_exist('excluded_alias_ids', 'aliases');
create trigger coupons_category_ids before insert or update of category_ids on coupons
  for each row when (new.category_ids <> '{}') execute function refs_exist('category_ids', 'categories');
create trigger coupons_excluded_category_ids before insert or update of excluded_category_ids on coupons
  for each row when (new.excluded_category_ids <> '{}') execute function refs_exist('excluded_category_ids', 'categories');
create trigger coupons_subcategory_ids before insert or update of subcategory_ids on coupons
  for each row when (new.subcategory_ids <> '{}') execute function refs_exist('subcategory_ids', 'subcategories');
create trigger coupons_excluded_subcategory_ids before insert or update of excluded_subcategory_ids on coupons
  for each row when (new.excluded_subcategory_ids <> '{}') execute function refs_exist('excluded_subcategory_ids', 'subcategories');
create trigger coupons_provider_ids before insert or update of provider_ids on coupons
  for each row when (new.provider_ids <> '{}') execute function refs_exist('provider_ids', 'providers');
create trigger coupons_excluded_provider_ids before insert or update of excluded_provider_ids on coupons
  for each row when (new.excluded_provider_ids <> '{}') execute function refs_exist('excluded_provider_ids', 'providers');
