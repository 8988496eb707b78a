-- Staff could cancel an order that store credit had paid in part, and the credit stayed with it. Now it goes back to its customer.
with freed as (
  update payments m set state = 'voided', updated_at = now(), version = m.version + 1 from purchases p
  where p.id = m.purchase_id and p.booking_status in ('expired', 'rejected', 'cancelled')
    and m.provider = 'store_credit' and m.state = 'authorised'
  returning m.purchase_id, m.authorised
)
insert into purchase_events (purchase_id, at, kind, actor_kind, amount, detail, said)
select purchase_id, now(), 'payment_voided', 'system', authorised, 'Store credit', '{"text": "Store credit"}' from freed;

-- And an order that ends lets go of it before its transaction does.
create function ended_orders_hold_no_credit() returns trigger language plpgsql as $$
begin
  if exists (select from payments where purchase_id = new.id and provider = 'store_credit' and state = 'authorised') then
    raise exception 'Purchase % has ended and still holds store credit', new.reference
      using errcode = 'check_violation', constraint = 'ended_orders_hold_no_credit', table = 'purchases';
  end if;
  return null;
end
$$;
create constraint trigger ended_orders_hold_no_credit after update of booking_status on purchases
  deferrable initially deferred for each row
  when (old.booking_status <> new.booking_status and new.booking_status in ('expired', 'rejected', 'cancelled'))
  execute function ended_orders_hold_no_credit();
