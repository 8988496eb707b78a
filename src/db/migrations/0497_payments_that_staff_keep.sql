-- What was paid before an order became cheaper can be kept too, as that of an order which ended. A generated column takes no other
-- expression on PostgreSQL 15, so it is made again, with its indexes and triggers as they were.
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
    when booking_status in ('cancelled', 'rejected', 'expired') and payment_status = 'captured' and captured > 0
      and refund_state = 'none' and not is_payment_kept then 'decide_refund'
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
  risk_score, is_payment_kept, captured, customer_request, bank_decides_by, is_oversold, grand_total, refunded, refund_pending
  on purchases
  for each row when (new.next_step is distinct from old.next_step) execute function purchases_follow_their_step();
create trigger purchases_first_step after insert on purchases
  for each row when (new.next_step <> 'none' and new.due_at is null) execute function purchases_follow_their_step();

-- Such an order waits for nothing now.
update purchases set due_at = null where next_step = 'none' and due_at is not null and is_payment_kept;

-- That it was kept, and why, is a step of the timeline.
alter table purchase_events drop constraint purchase_events_kind_check;
alter table purchase_events add constraint purchase_events_kind_check check (kind in (
  'placed', 'payment_authorised', 'payment_captured', 'payment_failed', 'payment_voided', 'held', 'sent_to_supplier',
  'supplier_confirmed', 'supplier_rejected', 'supplier_chased', 'rejected', 'expired', 'cancelled', 'changed', 'split_into',
  'split_from', 'message_sent', 'tickets_delivered', 'delivery_failed', 'no_show', 'refund_requested', 'refund_approved',
  'payment_kept', 'refund_rejected', 'refund_retried', 'refund_succeeded', 'refund_failed', 'refund_reversed', 'invoice_issued',
  'refund_invoice_issued', 'invoice_reissued', 'dispute_opened', 'dispute_answered', 'dispute_accepted', 'dispute_won', 'charged_back',
  'redeemed', 'completed', 'assigned', 'noted'));
