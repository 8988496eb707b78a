-- Refunds that staff make and a gateway sends: what each takes along, who has to decide on it, and when it is sent again.
-- Owned by payments; kept as long as its order, for the books; `note` can name a person; a few rows per hundred orders.

alter table refunds drop constraint refunds_state_check;
alter table refunds add constraint refunds_state_check check (state in (
  'requested', 'approved', 'processing', 'succeeded', 'failed', 'reversed', 'rejected'));

alter table refunds
  add column note text check (char_length(note) between 1 and 500),
  -- It was beyond what the person who made it can refund alone.
  add column needs_approval boolean not null default false,
  -- What the supplier gives back with it, in minor units of the order's cost currency.
  add column net_return bigint not null default 0 check (net_return >= 0),
  -- Which try it is: one more each time after the gateway had refused it, and part of the key by which it knows it.
  add column attempt integer not null default 1 check (attempt between 1 and 1000),
  add column tries integer not null default 0 check (tries >= 0),
  -- When the gateway is asked next. Null: there is nothing to send, or the gateway tells us by itself.
  add column next_try_at timestamptz(3),
  -- Lists show first what needs someone.
  add column urgency integer not null generated always as (case state
    when 'failed' then 3 when 'requested' then 2 when 'approved' then 1 when 'processing' then 1 else 0 end) stored,
  add constraint only_what_is_on_its_way_is_sent check (next_try_at is null or state in ('approved', 'processing')),
  add constraint another_person_approves check (
    not needs_approval or approved_by is null or requested_by is null or approved_by <> requested_by);

create index refunds_urgency on refunds (urgency, id);
create index refunds_newest on refunds (created_at, id);
create index refunds_amount on refunds (amount, id);
create index refunds_to_send on refunds (next_try_at, id) where next_try_at is not null;

alter table payments add column urgency integer not null generated always as (case state
  when 'failed' then 2 when 'pending' then 1 when 'authorised' then 1 else 0 end) stored;
create index payments_urgency on payments (urgency, id);
create index payments_newest on payments (created_at, id);
create index payments_state on payments (state, created_at, id);

-- The moves of refund-transitions.ts, so that no program can make another. A test compares both.
create function is_refund_move(was text, becomes text) returns boolean language sql immutable parallel safe as $$
  select (was, becomes) in (
    ('requested', 'approved'), ('requested', 'rejected'), ('approved', 'processing'), ('approved', 'succeeded'),
    ('approved', 'failed'), ('processing', 'succeeded'), ('processing', 'failed'), ('failed', 'approved'),
    ('failed', 'succeeded'), ('succeeded', 'reversed'))
$$;

create function refunds_move_by_the_table() returns trigger language plpgsql as $$
begin
  if not is_refund_move(old.state, new.state) then
    raise exception 'Refund % cannot move: % → %', old.id, old.state, new.state
      using errcode = 'check_violation', table = 'refunds', constraint = 'refunds_move_by_the_table';
  end if;
  return new;
end
$$;
create trigger refunds_move before update of state on refunds
  for each row when (old.state is distinct from new.state) execute function refunds_move_by_the_table();

-- No payment gives back more than it took, in flight included, whatever program asks. The lock comes first: of two that
-- refund at once the second sees what the first has left.
create function refunds_within_their_payment() returns trigger language plpgsql as $$
declare
  paid record;
  taken bigint;
begin
  select purchase_id, captured into paid from payments where id = new.payment_id for no key update;
  select coalesce(sum(amount), 0) into taken from refunds
  where payment_id = new.payment_id and state in ('requested', 'approved', 'processing', 'succeeded');
  if taken > paid.captured or paid.purchase_id <> new.purchase_id then
    raise exception 'Refund % is not within its payment', new.id
      using errcode = 'check_violation', table = 'refunds', constraint = 'refunds_within_their_payment';
  end if;
  return null;
end
$$;
create trigger refunds_payment after insert or update of state, amount, payment_id, purchase_id on refunds
  for each row when (new.state in ('requested', 'approved', 'processing', 'succeeded'))
  execute function refunds_within_their_payment();

alter table purchase_events drop constraint purchase_events_kind_check;
alter table purchase_events add constraint purchase_events_kind_check check (kind in (
  'placed', 'payment_authorised', 'payment_captured', 'payment_failed', 'payment_voided', 'held', 'sent_to_supplier',
  'supplier_confirmed', 'supplier_rejected', 'supplier_chased', 'rejected', 'expired', 'cancelled', 'changed',
  'message_sent', 'tickets_delivered', 'delivery_failed', 'no_show', 'refund_requested', 'refund_approved',
  'refund_rejected', 'refund_retried', 'refund_succeeded', 'refund_failed', 'refund_reversed', 'dispute_opened',
  'dispute_won', 'charged_back', 'redeemed', 'completed', 'assigned', 'noted'));
