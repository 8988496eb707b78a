-- Once evidence was sent the bank decides, and there is nothing for us to do until it has. Banks take about 75 days. Written by
-- the disputes of the order; null while none of them is with the bank.
alter table purchases add column bank_decides_by timestamptz(3);

drop trigger purchases_step on purchases;
drop trigger purchases_first_step on purchases;
alter table purchases drop column next_step;
-- A refund that failed waits for the bank as well: none can be sent while it decides.
alter table purchases add column next_step text not null generated always as (case
    when payment_status = 'disputed' and bank_decides_by is null then 'answer_dispute'
    when refund_state = 'failed' and payment_status <> 'disputed' then 'retry_refund'
    when customer_request is not null then 'answer_request'
    when risk_score >= 80 and booking_status in ('on_hold', 'pending_supplier') then 'review_risk'
    when booking_status = 'pending_supplier' then 'chase_supplier'
    when booking_status = 'on_hold' then 'confirm_or_release'
    when booking_status = 'confirmed' and payment_status = 'authorised' then 'capture_payment'
    when booking_status = 'confirmed' and fulfilment_status = 'failed' then 'fix_delivery'
    when booking_status = 'confirmed' and fulfilment_status in ('awaiting_tickets', 'partially_delivered')
      then 'deliver_tickets'
    when refund_state = 'requested' and payment_status <> 'disputed' then 'approve_refund'
    when booking_status in ('cancelled', 'rejected', 'expired') and payment_status = 'captured' and captured > 0
      and refund_state = 'none' and not is_payment_kept then 'decide_refund'
    else 'none'
  end) stored check (next_step in (
    'none', 'answer_dispute', 'retry_refund', 'answer_request', 'review_risk', 'chase_supplier', 'confirm_or_release',
    'capture_payment', 'fix_delivery', 'deliver_tickets', 'decide_refund', 'approve_refund'));
create index purchases_needs_action on purchases (created_at, id) where next_step <> 'none';
create index purchases_queue on purchases (due_at, id) where next_step <> 'none';
create index purchases_queue_of on purchases (assignee_id, due_at, id)
  where next_step <> 'none' and assignee_id is not null;
create index purchases_queue_unassigned on purchases (due_at, id) where next_step <> 'none' and assignee_id is null;
create trigger purchases_step after update of booking_status, payment_status, fulfilment_status, refund_state,
  risk_score, is_payment_kept, captured, customer_request, bank_decides_by on purchases
  for each row when (new.next_step is distinct from old.next_step) execute function purchases_follow_their_step();
create trigger purchases_first_step after insert on purchases
  for each row when (new.next_step <> 'none' and new.due_at is null) execute function purchases_follow_their_step();

-- The bank has our answer when none of the disputes of an order waits for one and one is under review.
create function bank_decides_by(order_id bigint) returns timestamptz language sql stable as $$
  select max(coalesce(d.submitted_at, d.updated_at)) + interval '75 days' from disputes d where d.purchase_id = order_id and d.status = 'under_review'
    and not exists (select from disputes o where o.purchase_id = order_id and o.status = 'needs_response')
$$;
create function orders_follow_their_disputes() returns trigger language plpgsql as $$
begin
  update purchases p set bank_decides_by = bank_decides_by(p.id)
  where p.id = new.purchase_id and p.bank_decides_by is distinct from bank_decides_by(p.id);
  return null;
end
$$;
create trigger disputes_are_followed_on_insert after insert on disputes
  for each row execute function orders_follow_their_disputes();
create trigger disputes_are_followed_on_update after update of status, submitted_at on disputes
  for each row when ((old.status, old.submitted_at) is distinct from (new.status, new.submitted_at))
  execute function orders_follow_their_disputes();

update purchases p set bank_decides_by = bank_decides_by(p.id)
where p.id in (select purchase_id from disputes where status = 'under_review');
