-- A no-show that was recorded by mistake is withdrawn by another step of the timeline: neither is ever deleted.
alter table purchase_events drop constraint purchase_events_kind_check;
alter table purchase_events add constraint purchase_events_kind_check check (kind in (
  'placed', 'payment_authorised', 'payment_captured', 'payment_failed', 'payment_voided', 'held', 'sent_to_supplier',
  'supplier_confirmed', 'supplier_rejected', 'supplier_chased', 'rejected', 'expired', 'cancelled', 'changed', 'split_into',
  'split_from', 'message_sent', 'tickets_delivered', 'delivery_failed', 'no_show', 'no_show_withdrawn', 'refund_requested',
  'refund_approved', 'payment_kept', 'refund_rejected', 'refund_retried', 'refund_succeeded', 'refund_failed',
  'refund_reversed', 'invoice_issued', 'refund_invoice_issued', 'invoice_reissued', 'dispute_opened', 'dispute_answered',
  'dispute_accepted', 'dispute_won', 'charged_back', 'redeemed', 'completed', 'assigned', 'noted'));
