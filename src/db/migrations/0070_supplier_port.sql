-- Everything that can be asked of a supplier, and what our own stock keeps of it.

-- `step` names one of several calls of the same kind about the same booking: the second change, the third voucher. Questions
-- are written down with their answer, for the supplier log of their order; what changes something is written down first.
alter table supplier_calls add column step text not null default '' check (char_length(step) <= 64);
alter table supplier_calls drop constraint supplier_calls_key;
alter table supplier_calls add constraint supplier_calls_key unique (key, action, step);
alter table supplier_calls drop constraint supplier_calls_action_check;
alter table supplier_calls add constraint supplier_calls_action_check check (action in (
  'hold', 'extend', 'book', 'cancel', 'resendVoucher', 'applyChange', 'status', 'quoteCancellation', 'checkChange', 'quoteChange'));

-- A booking as our own stock knows it, by the key of its order. Owned by orders; one row an order, kept as long as the stock;
-- no personal data.
create table house_bookings (
  key text primary key check (char_length(key) between 1 and 255),
  reference text not null unique check (char_length(reference) between 1 and 64),
  state text not null default 'held' check (state in ('held', 'pending', 'booked', 'rejected', 'released')),
  -- What it says when it is asked to book. Only test events of the demo set another answer than `accept`.
  decision text not null default 'accept' check (decision in ('accept', 'ask', 'reject')),
  held_until timestamptz(3) not null,
  -- What it gives back when: { until, refund in basis points } of what it costs, the earliest first.
  terms jsonb not null default '[]' check (jsonb_typeof(terms) = 'array'),
  -- Changes with everything that a quote depends on.
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
insert into house_bookings (key, reference, state, held_until, created_at)
select key, 'H' || min(id), case when bool_or(state = 'booked') then 'booked' when bool_or(state = 'held') then 'held' else 'released' end,
  min(held_until), min(created_at)
from house_stock_holds group by key;

-- Changes that were made, by the token of their quote: asking again makes none twice. Kept with their booking.
create table house_changes (
  key text not null references house_bookings (key),
  token text not null check (char_length(token) between 1 and 64),
  made_at timestamptz(3) not null default now(),
  primary key (key, token)
);

-- Vouchers that were sent again. Kept with their booking.
create table house_vouchers (
  key text not null references house_bookings (key),
  step text not null check (char_length(step) between 1 and 64),
  sent_at timestamptz(3) not null default now(),
  primary key (key, step)
);
