-- Orders that are divided in two: each has its items and its share of the payment, which the gateway took once.

alter table payments
  -- The payment that the gateway took, of which this is a part on another order.
  add column split_of bigint references payments (id),
  -- How much of what the gateway took is on other orders now, and of its fee.
  add column moved bigint not null default 0 check (moved >= 0),
  add column moved_fee bigint not null default 0 check (moved_fee >= 0),
  -- The gateway knows a part by the payment that it is of, and every part is of the payment itself.
  add constraint a_part_is_only_a_part check (split_of is null or (gateway_reference is null and moved = 0 and moved_fee = 0)),
  add constraint only_captured_money_is_divided check (split_of is null or state = 'captured');
create index payments_split_of on payments (split_of) where split_of is not null;

-- Checked when the transaction ends: what a payment gave to other orders is what their parts have.
create function parts_add_up_to_their_payment() returns trigger language plpgsql as $$
declare
  root bigint := coalesce(new.split_of, new.id);
begin
  if exists (
    select from payments x cross join lateral (
      select coalesce(sum(y.captured), 0) as captured, coalesce(sum(y.fee), 0) as fee from payments y where y.split_of = root) parts
    where x.id = root and (x.split_of is not null or x.moved <> parts.captured or x.moved_fee <> parts.fee)
  ) then
    raise exception 'The parts of payment % do not add up', root
      using errcode = 'check_violation', constraint = 'parts_add_up_to_their_payment', table = 'payments';
  end if;
  return null;
end
$$;
create constraint trigger payments_parts_on_insert after insert on payments
  deferrable initially deferred for each row when (new.split_of is not null or new.moved <> 0)
  execute function parts_add_up_to_their_payment();
create constraint trigger payments_parts_on_update after update of captured, fee, moved, moved_fee, split_of on payments
  deferrable initially deferred for each row when (new.split_of is not null or new.moved <> 0 or old.moved <> 0)
  execute function parts_add_up_to_their_payment();

-- Dividing a payment neither adds to what was taken nor loses any of it.
create function what_was_taken_stays() returns trigger language plpgsql as $$
begin
  raise exception 'Payment % was taken once', old.id
    using errcode = 'check_violation', constraint = 'what_was_taken_stays', table = 'payments';
end
$$;
create trigger payments_stay_divided before update of captured, fee, moved, moved_fee on payments
  for each row when ((old.moved, old.moved_fee) is distinct from (new.moved, new.moved_fee)
    and (old.captured + old.moved, old.fee + old.moved_fee) is distinct from (new.captured + new.moved, new.fee + new.moved_fee))
  execute function what_was_taken_stays();

-- The bank decides on all of a payment, whichever orders its parts are on.
create or replace function refunds_within_their_payment() returns trigger language plpgsql as $$
declare
  paid record;
  taken bigint;
  taken_of_all bigint;
  lost bigint;
  root bigint := (select coalesce(split_of, id) from payments where id = new.payment_id);
begin
  perform from payments where id in (root, new.payment_id) order by id for no key update;
  select purchase_id, captured into paid from payments where id = new.payment_id;
  select coalesce(sum(amount), 0) into taken from refunds
  where payment_id = new.payment_id and state in ('requested', 'approved', 'processing', 'succeeded');
  if taken > paid.captured or paid.purchase_id <> new.purchase_id then
    raise exception 'Refund % is not within its payment', new.id
      using errcode = 'check_violation', table = 'refunds', constraint = 'refunds_within_their_payment';
  end if;
  -- What a gateway says has happened is written down, whatever the bank decides on. What is about to leave is not.
  if new.state in ('requested', 'approved', 'processing') and (tg_op = 'INSERT' or old.state <> new.state) then
    if exists (select from disputes where payment_id in (root, new.payment_id) and status in ('needs_response', 'under_review')) then
      raise exception 'The bank is deciding on the payment of refund %', new.id
        using errcode = 'check_violation', table = 'refunds', constraint = 'no_refund_of_a_disputed_payment';
    end if;
    select coalesce(sum(withdrawn - reinstated), 0) into lost from disputes
    where payment_id in (root, new.payment_id) and status = 'lost';
    if lost > 0 then
      select coalesce(sum(r.amount), 0) into taken_of_all
      from refunds r join payments x on x.id = r.payment_id
      where (x.id = root or x.split_of = root) and r.state in ('requested', 'approved', 'processing', 'succeeded');
      if taken_of_all + lost > (select captured + moved from payments where id = root) then
        raise exception 'Refund % is not within what the bank left of its payment', new.id
          using errcode = 'check_violation', table = 'refunds', constraint = 'refunds_within_their_payment';
      end if;
    end if;
  end if;
  return null;
end
$$;

-- A use of store credit is divided like the payment that it pays; what is spent of the credit stays the same.
create or replace function store_credit_uses_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state = 'redeemed' and exists (select from payments where id = new.payment_id and split_of is not null) then
      update store_credits set spent = spent + new.amount, updated_at = now(), version = version + 1 where id = new.credit_id;
      return null;
    end if;
    if new.state <> 'held' then
      raise exception 'Store credit is held before it is spent'
        using errcode = 'check_violation', constraint = 'store_credit_is_held_first', table = 'store_credit_uses';
    end if;
    update store_credits set held = held + new.amount, updated_at = now(), version = version + 1 where id = new.credit_id;
    return null;
  end if;
  if tg_op = 'UPDATE' and old.state = 'redeemed' and new.state = 'redeemed' and new.amount < old.amount
    and (old.credit_id, old.payment_id) = (new.credit_id, new.payment_id) then
    update store_credits set spent = spent - (old.amount - new.amount), updated_at = now(), version = version + 1
    where id = new.credit_id;
    return null;
  end if;
  if tg_op = 'UPDATE' and old.state = 'redeemed' and new.state = 'redeemed'
    and (old.credit_id, old.amount) = (new.credit_id, new.amount)
    and (select coalesce(split_of, id) from payments where id = old.payment_id)
      = (select split_of from payments where id = new.payment_id) then
    return null;
  end if;
  if tg_op = 'DELETE' or old.state <> 'held' or new.state = 'held'
    or (old.credit_id, old.payment_id, old.amount) is distinct from (new.credit_id, new.payment_id, new.amount) then
    raise exception 'A use of store credit is decided once'
      using errcode = 'check_violation', constraint = 'store_credit_uses_stay', table = 'store_credit_uses';
  end if;
  update store_credits set held = held - new.amount, spent = spent + case new.state when 'redeemed' then new.amount else 0 end,
    updated_at = now(), version = version + 1
  where id = new.credit_id;
  return null;
end
$$;

-- Whatever program divides a use: the payment still took what its uses are.
create function credit_pays_what_was_taken() returns trigger language plpgsql as $$
begin
  if exists (select from payments x where x.id in (new.payment_id, case tg_op when 'UPDATE' then old.payment_id end)
    and x.captured is distinct from (
      select sum(u.amount)::bigint from store_credit_uses u where u.payment_id = x.id and u.state = 'redeemed')) then
    raise exception 'Payment % takes other credit than it holds', new.payment_id
      using errcode = 'check_violation', constraint = 'credit_pays_what_it_holds', table = 'payments';
  end if;
  return null;
end
$$;
create constraint trigger store_credit_uses_divide after update of amount, payment_id on store_credit_uses
  deferrable initially deferred for each row when ((new.amount, new.payment_id) is distinct from (old.amount, old.payment_id))
  execute function credit_pays_what_was_taken();
create constraint trigger store_credit_uses_begin_divided after insert on store_credit_uses
  deferrable initially deferred for each row when (new.state = 'redeemed') execute function credit_pays_what_was_taken();

create or replace function credit_customer_of(of_payment bigint) returns bigint language sql stable as $$
  select c.customer_id from store_credit_uses u join store_credits c on c.id = u.credit_id
  where u.payment_id = (select coalesce(split_of, id) from payments where id = of_payment) limit 1
$$;

-- One use of a coupon, of which each order has its part of the discount: it counts once.
alter table coupon_redemptions add column split_of bigint references coupon_redemptions (id);
create index coupon_redemptions_split_of on coupon_redemptions (split_of) where split_of is not null;

create or replace function coupon_results_of_use() returns trigger language plpgsql as $$
declare
  sold record;
begin
  select captured - refunded - charged_back as revenue, margin into sold from purchases
  where id = case when tg_op = 'DELETE' then old.purchase_id else new.purchase_id end for no key update;
  if tg_op <> 'INSERT' and old.state = 'consumed' then
    perform coupon_results_add(old.coupon_id, old.currency, case when old.split_of is null then -1 else 0 end, -old.amount,
      -sold.revenue, -sold.margin);
  end if;
  if tg_op <> 'DELETE' and new.state = 'consumed' then
    perform coupon_results_add(new.coupon_id, new.currency, case when new.split_of is null then 1 else 0 end, new.amount,
      sold.revenue, sold.margin);
  end if;
  return null;
end
$$;

-- Both orders say on their timeline which one the other is: `detail` is its reference.
alter table purchase_events drop constraint purchase_events_kind_check;
alter table purchase_events add constraint purchase_events_kind_check check (kind in (
  'placed', 'payment_authorised', 'payment_captured', 'payment_failed', 'payment_voided', 'held', 'sent_to_supplier',
  'supplier_confirmed', 'supplier_rejected', 'supplier_chased', 'rejected', 'expired', 'cancelled', 'changed', 'split_into',
  'split_from', 'message_sent', 'tickets_delivered', 'delivery_failed', 'no_show', 'refund_requested', 'refund_approved',
  'refund_rejected', 'refund_retried', 'refund_succeeded', 'refund_failed', 'refund_reversed', 'invoice_issued',
  'refund_invoice_issued', 'invoice_reissued', 'dispute_opened', 'dispute_answered', 'dispute_accepted', 'dispute_won', 'charged_back',
  'redeemed', 'completed', 'assigned', 'noted'));
