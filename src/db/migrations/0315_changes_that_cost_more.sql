-- A change of a visit that costs more waits until the customer has paid the difference by a link; then its supplier is asked.

alter table visit_changes
  drop constraint visit_changes_state_check,
  drop constraint a_settled_change_has_its_moment,
  -- Orders without a connected supplier can wait for a payment too.
  alter column supplier_key drop not null,
  -- What the customer pays first, in minor units of the order's currency, and until when.
  add column charge bigint not null default 0 check (charge >= 0),
  add column pay_until timestamptz(3),
  -- What the supplier is asked once it is paid; null where none is connected.
  add column request jsonb check (jsonb_typeof(request) = 'object'),
  add constraint visit_changes_state_check check (state in ('unpaid', 'asked', 'done', 'refused', 'expired')),
  add constraint a_settled_change_has_its_moment check ((state in ('unpaid', 'asked')) = (settled_at is null)),
  add constraint what_is_charged_has_its_deadline check ((charge > 0) = (pay_until is not null)),
  add constraint only_a_charge_waits_or_expires check (charge > 0 or state not in ('unpaid', 'expired'));
drop index visit_changes_open;
-- One change of an order waits at a time, for its customer or for its supplier.
create unique index visit_changes_open on visit_changes (purchase_id) where state in ('unpaid', 'asked');
create index visit_changes_unpaid on visit_changes (pay_until) where state = 'unpaid';

-- What a customer wanted is forgotten with them (`plan` becomes empty): nothing is asked of the supplier any more, and nothing is paid.
create function forgotten_changes_ask_for_nothing() returns trigger language plpgsql as $$
begin
  new.request := null;
  if new.state = 'unpaid' then
    new.state := 'expired';
    new.settled_at := now();
  end if;
  return new;
end
$$;
create trigger visit_changes_forget before update of plan on visit_changes
  for each row when (new.plan = '{}') execute function forgotten_changes_ask_for_nothing();

-- A payment of what a change costs more.
alter table payments add column visit_change_id bigint references visit_changes (id) on delete set null;
create index payments_visit_change on payments (visit_change_id) where visit_change_id is not null;

alter table order_messages drop constraint order_messages_kind_check;
alter table order_messages add constraint order_messages_kind_check check (kind in (
  'confirmation', 'ticket', 'voucher', 'change', 'postponement', 'cancellation', 'payment_link', 'change_payment',
  'request_declined', 'invoice', 'refund_invoice', 'refund_made', 'refund_delayed', 'credit_given', 'credit_ending'));
insert into message_templates (key, name, subject, body, is_sent) values
  ('change_payment', 'Payment of a change', 'Pay {charge} to change order {reference}',
   E'Hello {name},\n\nyour visit can be changed:\n\n{title}\n{changedTo}\n\nIt costs {charge} more. Pay here by {payUntil} and we make the change:\n{link}\n\nIf you do not pay, your order stays as it is.',
   false);
