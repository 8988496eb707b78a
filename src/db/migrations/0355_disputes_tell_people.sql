-- Staff are reminded of a dispute before its deadline, and a customer whose bank returned the money is written that it did.

-- Owner: disputes; one row for each reminder of a dispute, two at most, kept with it; personal: none; grows with the disputes.
create table dispute_reminders (
  dispute_id bigint not null references disputes (id) on delete cascade,
  -- How many days before the deadline.
  days smallint not null check (days in (1, 3)),
  -- The deadline that it names. A bank that puts it off is reminded of again.
  due_by timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  primary key (dispute_id, days)
);

alter table order_messages drop constraint order_messages_kind_check;
alter table order_messages add constraint order_messages_kind_check check (kind in (
  'confirmation', 'ticket', 'voucher', 'change', 'postponement', 'cancellation', 'payment_link', 'change_payment',
  'request_declined', 'oversell_replaced', 'oversell_refunded', 'invoice', 'refund_invoice', 'refund_made', 'refund_delayed',
  'bank_returned', 'credit_given', 'credit_ending'));
insert into message_templates (key, name, subject, body) values
  ('bank_returned', 'Money returned by the bank', 'Your bank has returned {returnedAmount}',
   E'Hello {name},\n\nyour bank has returned {returnedAmount} of your order {reference} to you, as you asked it to.\n\n{title}\n{when}\n\nThis amount is settled, and we do not refund it a second time. If you did not ask your bank for it, reply to this message.');
