-- Until when an option can be cancelled for nothing, where that is not as its product's policy has it; and no cut-off beyond a year.
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
