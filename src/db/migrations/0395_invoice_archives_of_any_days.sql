-- The PDFs of any days can be one file, as their VAT totals can: a month, a quarter, a year, or from one day to another. The days
-- are stored with the period, so that one statement finds the documents of each.
alter table invoice_archives rename column quarter to period;
alter table invoice_archives drop constraint invoice_archives_quarter_check;
alter table invoice_archives
  add constraint invoice_archives_period_check check (
    period ~ '^20[0-9]{2}(-(Q[1-4]|(0[1-9]|1[0-2])(-[0-9]{2}\.\.20[0-9]{2}-[0-9]{2}-[0-9]{2})?))?$'),
  add column first_day date,
  add column next_day date;
update invoice_archives a set first_day = q.first, next_day = (q.first + interval '3 months')::date
from (select period, make_date(left(period, 4)::integer, right(period, 1)::integer * 3 - 2, 1) as first from invoice_archives) q
where q.period = a.period;
alter table invoice_archives
  alter column first_day set not null,
  alter column next_day set not null,
  add constraint invoice_archives_days_check check (first_day < next_day);
