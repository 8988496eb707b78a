-- A document that is issued is part of what happened to its order.
alter table purchase_events drop constraint purchase_events_kind_check;
alter table purchase_events add constraint purchase_events_kind_check check (kind in (
  'placed', 'payment_authorised', 'payment_captured', 'payment_failed', 'payment_voided', 'held', 'sent_to_supplier',
  'supplier_confirmed', 'supplier_rejected', 'supplier_chased', 'rejected', 'expired', 'cancelled', 'changed',
  'message_sent', 'tickets_delivered', 'delivery_failed', 'no_show', 'refund_requested', 'refund_approved',
  'refund_rejected', 'refund_retried', 'refund_succeeded', 'refund_failed', 'refund_reversed', 'invoice_issued',
  'refund_invoice_issued', 'dispute_opened', 'dispute_won', 'charged_back', 'redeemed', 'completed', 'assigned', 'noted'));
