-- A rule may hold for subcategories alone: museums and not all attractions.
alter table rules add column subcategory_ids bigint[] not null default '{}';
create index rules_subcategory_ids on rules using gin (subcategory_ids);
create trigger rules_subcategory_ids before insert or update of subcategory_ids on rules
  for each row when (new.subcategory_ids <> '{}') execute function refs_exist('subcategory_ids', 'subcategories');
