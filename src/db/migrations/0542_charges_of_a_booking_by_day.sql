-- A supplier's line without a name of its own goes by its booking, so the second charge of a booking was taken for the first one read
-- again. The day is a part of what such a line is; those that were alike but for their day are no repetitions of each other.
drop index statement_lines_once;
update statement_lines l set occurrence = r.place, version = l.version + 1, updated_at = now()
from (
  select a.id, row_number() over (
    partition by a.provider, a.reference, a.amount, a.fee, a.currency, (a.booked_at at time zone 'UTC')::date order by a.occurrence) as place
  from statement_lines a
  where a.kind in ('booking', 'booking_credit') and a.reference = a.source_reference and (a.provider, a.reference) in (
    select provider, reference from statement_lines where occurrence > 1 and kind in ('booking', 'booking_credit'))) r
where r.id = l.id and l.occurrence <> r.place;
create unique index statement_lines_once on statement_lines (provider, reference, amount, fee, currency, occurrence,
    (case when kind in ('booking', 'booking_credit') and reference = source_reference then (booked_at at time zone 'UTC')::date end))
  nulls not distinct where reference is not null;
