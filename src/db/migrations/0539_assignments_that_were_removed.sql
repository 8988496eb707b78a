-- Taking an order off a person was a step called assigned, without a name: the timeline read “Assigned by Ana”. It has a kind of its
-- own. Entries of anonymised customers have lost their names, so what they were is not known any more.
alter table purchase_events drop constraint purchase_events_kind_check;
alter table purchase_events add constraint purchase_events_kind_check check (kind in (
  'placed', 'payment_authorised', 'payment_captured', 'payment_failed', 'payment_voided', 'held', 'sent_to_supplier',
  'supplier_confirmed', 'supplier_rejected', 'supplier_chased', 'rejected', 'expired', 'cancelled', 'changed', 'split_into',
  'split_from', 'message_sent', 'tickets_delivered', 'delivery_failed', 'no_show', 'no_show_withdrawn', 'refund_requested',
  'refund_approved', 'payment_kept', 'refund_rejected', 'refund_retried', 'refund_succeeded', 'refund_failed',
  'refund_reversed', 'invoice_issued', 'refund_invoice_issued', 'invoice_reissued', 'dispute_opened', 'dispute_answered',
  'dispute_accepted', 'dispute_won', 'charged_back', 'redeemed', 'completed', 'assigned', 'assignment_removed',
  'noted'));
update purchase_events e set kind = 'assignment_removed'
from purchases p
where e.kind = 'assigned' and e.actor_kind = 'staff' and e.detail is null and p.id = e.purchase_id
  and p.customer_email not like '%@anonymised.invalid';
