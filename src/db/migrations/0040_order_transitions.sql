-- The moves of order-transitions.ts, so that no program can make another. A test compares both.
create function is_order_move(axis text, was text, becomes text) returns boolean language sql immutable parallel safe as $$
  select case axis
    when 'booking' then (was, becomes) in (
      ('pending_payment', 'on_hold'), ('pending_payment', 'pending_supplier'), ('on_hold', 'pending_supplier'),
      ('pending_supplier', 'confirmed'), ('on_hold', 'rejected'), ('pending_supplier', 'rejected'),
      ('pending_payment', 'expired'), ('on_hold', 'expired'), ('confirmed', 'completed'), ('completed', 'confirmed'),
      ('pending_payment', 'cancelled'), ('on_hold', 'cancelled'), ('pending_supplier', 'cancelled'),
      ('confirmed', 'cancelled'))
    when 'payment' then (was, becomes) in (
      ('unpaid', 'authorised'), ('authorised', 'unpaid'), ('unpaid', 'captured'), ('authorised', 'captured'),
      ('captured', 'partially_refunded'), ('captured', 'refunded'), ('partially_refunded', 'refunded'),
      ('partially_refunded', 'captured'), ('refunded', 'captured'), ('refunded', 'partially_refunded'),
      ('captured', 'disputed'), ('partially_refunded', 'disputed'), ('refunded', 'disputed'), ('disputed', 'captured'),
      ('disputed', 'partially_refunded'), ('disputed', 'refunded'), ('disputed', 'charged_back'))
    when 'fulfilment' then (was, becomes) in (
      ('not_due', 'awaiting_tickets'), ('awaiting_tickets', 'partially_delivered'), ('failed', 'partially_delivered'),
      ('not_due', 'delivered'), ('awaiting_tickets', 'delivered'), ('partially_delivered', 'delivered'),
      ('failed', 'delivered'), ('not_due', 'failed'), ('awaiting_tickets', 'failed'), ('partially_delivered', 'failed'),
      ('delivered', 'failed'), ('failed', 'awaiting_tickets'), ('partially_delivered', 'awaiting_tickets'),
      ('delivered', 'awaiting_tickets'), ('awaiting_tickets', 'not_due'), ('failed', 'not_due'))
  end
$$;

create function orders_move_by_the_table() returns trigger language plpgsql as $$
declare
  wrong text;
begin
  select m.axis || ' ' || m.was || ' → ' || m.becomes into wrong from (values
    ('booking', old.booking_status, new.booking_status), ('payment', old.payment_status, new.payment_status),
    ('fulfilment', old.fulfilment_status, new.fulfilment_status)) m (axis, was, becomes)
  where m.was <> m.becomes and not is_order_move(m.axis, m.was, m.becomes) limit 1;
  if wrong is not null then
    raise exception 'Order % cannot move: %', old.reference, wrong
      using errcode = 'check_violation', table = 'purchases', constraint = 'orders_move_by_the_table';
  end if;
  return new;
end
$$;
create trigger purchases_move before update of booking_status, payment_status, fulfilment_status on purchases
  for each row when ((old.booking_status, old.payment_status, old.fulfilment_status)
    is distinct from (new.booking_status, new.payment_status, new.fulfilment_status))
  execute function orders_move_by_the_table();
