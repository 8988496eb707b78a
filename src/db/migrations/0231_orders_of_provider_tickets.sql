-- Orders of tickets that are bought at their provider, beside those of products at their supplier.
alter table order_placements drop constraint order_placements_supplier_check;
alter table order_placements add constraint order_placements_supplier_check
  check (supplier in ('house', 'viator', 'tiqets', 'globick', 'tourcms', 'ticket-evolution', 'xs2event'));
alter table supplier_calls drop constraint supplier_calls_supplier_check;
alter table supplier_calls add constraint supplier_calls_supplier_check
  check (supplier in ('house', 'viator', 'tiqets', 'globick', 'tourcms', 'ticket-evolution', 'xs2event'));
alter table supplier_bookings drop constraint supplier_bookings_supplier_check;
alter table supplier_bookings add constraint supplier_bookings_supplier_check
  check (supplier in ('viator', 'tiqets', 'globick', 'tourcms', 'ticket-evolution', 'xs2event'));
