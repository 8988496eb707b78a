-- Codes are made in the background, so a batch says why it does not go on. Up to now batches that stopped waited for a person.
alter table coupon_batches
  drop constraint coupon_batches_wanted_check,
  add constraint coupon_batches_wanted_check check (wanted between 1 and 100000),
  add column stopped_because text check (char_length(stopped_because) between 1 and 500);
update coupon_batches set stopped_because = 'Interrupted' where made < wanted;
create index coupon_batches_unfinished on coupon_batches (updated_at) where made < wanted and stopped_because is null;
