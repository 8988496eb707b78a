-- Until when an option can be cancelled for nothing, where that is not as its product's policy has it; no cut-off beyond a year; and
-- what may not be switched off.
update product_options set cutoff_amount = 365 where cutoff_unit = 'day' and cutoff_amount > 365;
alter table product_options
  add column cancellation_cutoff_amount integer check (cancellation_cutoff_amount between 0 and 8760),
  add column cancellation_cutoff_unit text check (cancellation_cutoff_unit in ('minute', 'hour', 'day')),
  add constraint a_cancellation_cutoff_has_its_unit check ((cancellation_cutoff_amount is null) = (cancellation_cutoff_unit is null)),
  add constraint a_booking_cutoff_is_within_a_year check (cutoff_unit <> 'day' or cutoff_amount <= 365),
  add constraint a_cancellation_cutoff_is_within_a_year check (cancellation_cutoff_unit <> 'day' or cancellation_cutoff_amount <= 365);
create index product_options_by_cancellation_cutoff_amount on product_options (cancellation_cutoff_amount, id);
create index product_options_by_cancellation_cutoff_amount_down on product_options (cancellation_cutoff_amount desc nulls last, id desc);
create index product_options_by_cancellation_cutoff_unit on product_options (cancellation_cutoff_unit, id);
create index product_options_by_cancellation_cutoff_unit_down on product_options (cancellation_cutoff_unit desc nulls last, id desc);

-- A default that nobody can book, or a live product without anything to book, is no state to come into by switching an option
-- off. The product is locked, so that of two who switch off its last two options the later one is refused.
create function options_stay_bookable() returns trigger language plpgsql as $$
begin
  if new.is_default then
    raise exception 'option % is the default', new.id
      using errcode = 'check_violation', table = 'product_options', constraint = 'a_default_option_stays_active';
  end if;
  perform from products where id = new.product_id and status = 'live' for no key update;
  if found and not exists (select from product_options where product_id = new.product_id and is_active and id <> new.id) then
    raise exception 'option % is the last active one of a live product', new.id
      using errcode = 'check_violation', table = 'product_options', constraint = 'a_live_product_keeps_an_active_option';
  end if;
  return new;
end
$$;
create trigger product_options_bookable before update of is_active on product_options
  for each row when (old.is_active and not new.is_active) execute function options_stay_bookable();
