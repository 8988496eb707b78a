-- What OCTO calls pickupRequired: nobody comes to the meeting point, so each booking names where it is picked up.
alter table product_options add column is_pickup_required boolean not null default false,
  add constraint only_a_pickup_that_is_offered_is_required check (is_pickup_available or not is_pickup_required);
