-- What had gone back of an order, or was about to, when it ended, in minor units: goodwill from before is no decision on the rest.
-- Of orders that ended before this column it is 0.
alter table purchases add column refunded_at_end bigint not null default 0 check (refunded_at_end >= 0);

-- A generated column takes no other expression on PostgreSQL 15, so it is made again, with its indexes and triggers as they were.
drop trigger purchases_step on purchases;
drop trigger purchases_first_step on purchases;
alter table purchases drop column next_step;
alter table purchases add column next_step text not null generated always as (case
    when payment_status = 'disputed' and bank_decides_by is null then 'answer_dispute'
    when refund_state = 'failed' and payment_status <> 'disputed' then 'retry_refund'
    when customer_request is not null then 'answer_request'
    when is_oversold then 'resolve_oversell'
    when risk_score >= 80 and booking_status = 'on_hold' then 'review_risk'
    when booking_status = 'pending_supplier' then 'chase_supplier'
    when booking_status = 'on_hold' then 'confirm_or_release'
    when booking_status = 'confirmed' and payment_status = 'authorised' then 'capture_payment'
    when booking_status = 'confirmed' and fulfilment_status = 'failed' then 'fix_delivery'
    when booking_status = 'confirmed' and fulfilment_status in ('awaiting_tickets', 'partially_delivered')
      then 'deliver_tickets'
    when refund_state = 'requested' and payment_status <> 'disputed' then 'approve_refund'
    when booking_status in ('cancelled', 'rejected', 'expired') and payment_status in ('captured', 'partially_refunded')
      and refund_state in ('none', 'partial') and captured > refunded + refund_pending
      and refunded + refund_pending <= refunded_at_end and not is_payment_kept then 'decide_refund'
    when booking_status in ('confirmed', 'completed') and payment_status in ('captured', 'partially_refunded')
      and refund_state in ('none', 'partial') and captured - refunded - refund_pending > grand_total
      and not is_payment_kept then 'decide_refund'
    else 'none'
  end) stored check (next_step in (
    'none', 'answer_dispute', 'retry_refund', 'answer_request', 'resolve_oversell', 'review_risk', 'chase_supplier',
    'confirm_or_release', 'capture_payment', 'fix_delivery', 'deliver_tickets', 'decide_refund', 'approve_refund'));
create index purchases_needs_action on purchases (created_at, id) where next_step <> 'none';
create index purchases_queue on purchases (due_at, id) where next_step <> 'none';
create index purchases_queue_of on purchases (assignee_id, due_at, id)
  where next_step <> 'none' and assignee_id is not null;
create index purchases_queue_unassigned on purchases (due_at, id) where next_step <> 'none' and assignee_id is null;
create trigger purchases_step after update of booking_status, payment_status, fulfilment_status, refund_state,
  risk_score, is_payment_kept, captured, customer_request, bank_decides_by, is_oversold, grand_total, refunded, refund_pending,
  refunded_at_end
  on purchases
  for each row when (new.next_step is distinct from old.next_step) execute function purchases_follow_their_step();
create trigger purchases_first_step after insert on purchases
  for each row when (new.next_step <> 'none' and new.due_at is null) execute function purchases_follow_their_step();
