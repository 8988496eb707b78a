-- Suppliers send statements too: what they charge for each booking, and what they credit. They are matched by the supplier's
-- booking reference against what an order costs us.

alter table statements
  drop constraint statements_provider_check,
  add constraint statements_provider_check check (provider in (
    'stripe', 'adyen', 'paypal', 'bank', 'viator', 'tiqets', 'globick', 'tourcms', 'ticket_evolution', 'xs2event')),
  -- Whether a supplier's statement lists bookings by the day they were made or by the day of the visit.
  add column basis text check (basis in ('booked', 'travelled')),
  add constraint statements_of_suppliers_have_a_basis check (
    (basis is null) = (provider in ('stripe', 'adyen', 'paypal', 'bank')));

alter table statement_lines
  drop constraint statement_lines_provider_check,
  add constraint statement_lines_provider_check check (provider in (
    'stripe', 'adyen', 'paypal', 'bank', 'viator', 'tiqets', 'globick', 'tourcms', 'ticket_evolution', 'xs2event')),
  drop constraint statement_lines_kind_check,
  add constraint statement_lines_kind_check check (kind in (
    'payment', 'refund', 'refund_failed', 'dispute', 'dispute_reversed', 'fee', 'other', 'booking', 'booking_credit')),
  drop constraint a_line_of_ours_says_what_it_is,
  add constraint a_line_of_ours_says_what_it_is check (
    reference is not null or payment_id is not null or kind = 'booking' and purchase_id is not null);
create unique index statement_lines_booking_missing_once on statement_lines (purchase_id)
  where reference is null and kind = 'booking';

-- Bookings are found by what their supplier calls them.
create index purchases_provider_reference on purchases (provider_reference, provider_id) where provider_reference is not null;
