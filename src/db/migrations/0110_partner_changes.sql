-- Partners are shown a change of an order only where they can see it: who works on it and until when is the staff's own.
drop trigger purchases_changed on purchases;
create trigger purchases_changed after update on purchases for each row when (
  (old.booking_status, old.payment_status, old.fulfilment_status, old.held_until, old.title, old.travel_date,
    old.local_time, old.time_zone, old.starts_at, old.quantity, old.currency, old.items_total, old.fees_total,
    old.tax_total, old.discount_total, old.grand_total, old.coupon_id, old.cancellation_policy, old.customer_name,
    old.customer_email, old.customer_phone, old.customer_country, old.redeemed_at)
  is distinct from
  (new.booking_status, new.payment_status, new.fulfilment_status, new.held_until, new.title, new.travel_date,
    new.local_time, new.time_zone, new.starts_at, new.quantity, new.currency, new.items_total, new.fees_total,
    new.tax_total, new.discount_total, new.grand_total, new.coupon_id, new.cancellation_policy, new.customer_name,
    new.customer_email, new.customer_phone, new.customer_country, new.redeemed_at)
) execute function order_has_changed();
