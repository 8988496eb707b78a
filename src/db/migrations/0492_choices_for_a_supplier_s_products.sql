-- What staff choose for a supplier's products beside city and subcategory: the type of unit that a supplier's label (with its ages)
-- means, the time zone of a destination for which the supplier names none, and the currency of a supplier that names none.
-- The key of a time zone is that of its destination, or `#` and a code where a code has no destination; that of a currency is `*`.
alter table supplier_mappings add column unit_type text check (unit_type in (
  'ADULT', 'YOUTH', 'CHILD', 'INFANT', 'FAMILY', 'SENIOR', 'STUDENT', 'MILITARY', 'TRAVELER', 'OTHER'));
alter table supplier_mappings add column time_zone text check (char_length(time_zone) between 1 and 64);
alter table supplier_mappings add column currency text references currencies (code);
alter table supplier_mappings drop constraint supplier_mappings_kind_check;
alter table supplier_mappings add constraint supplier_mappings_kind_check
  check (kind in ('destination', 'tag', 'age-band', 'time-zone', 'currency'));
alter table supplier_mappings drop constraint a_destination_means_a_city_and_a_tag_a_subcategory;
alter table supplier_mappings add constraint each_kind_means_what_is_its_own check (
  (kind = 'destination') = (city_id is not null) and (kind = 'tag') = (subcategory_id is not null)
  and (kind = 'age-band') = (unit_type is not null) and (kind = 'time-zone') = (time_zone is not null)
  and (kind = 'currency') = (currency is not null));
create index supplier_mappings_currency on supplier_mappings (currency) where currency is not null;
