-- The change of an order is numbered behind the lock of the order itself, as commands on it do. Without that lock, a performance that was
-- postponed and an order of it that was paid or cancelled at the same moment waited for each other.
-- What is said of an event as a whole says nothing of a performance that took place, so nothing changes for those who came.
create or replace function orders_of_performance_have_changed() returns trigger language plpgsql as $$
begin
  if new.starts_at <= now() and not new.is_date_tbd and old.status = new.status and old.is_date_tbd = new.is_date_tbd
    and old.rescheduled_from is not distinct from new.rescheduled_from then return null; end if;
  with locked as (
    select u.id from purchases u
    where u.performance_id = new.id and u.booking_status in ('pending_payment', 'on_hold', 'pending_supplier', 'confirmed', 'completed')
    order by u.id for no key update
  )
  update order_placements o set change = nextval('order_changes'), changed_in = pg_current_xact_id()
  from locked where o.purchase_id = locked.id;
  return null;
end
$$;

create or replace function orders_of_event_have_changed() returns trigger language plpgsql as $$
begin
  with locked as (
    select u.id from performances t join purchases u on u.performance_id = t.id
    where t.event_id = new.id and (t.starts_at > now() or t.is_date_tbd)
      and u.booking_status in ('pending_payment', 'on_hold', 'pending_supplier', 'confirmed', 'completed')
    order by u.id for no key update of u
  )
  update order_placements o set change = nextval('order_changes'), changed_in = pg_current_xact_id()
  from locked where o.purchase_id = locked.id;
  return null;
end
$$;
