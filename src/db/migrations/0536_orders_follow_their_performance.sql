-- What becomes of a performance is part of what partners read of its orders, so it is a change of theirs. Orders that have ended are left out.
-- A change is numbered behind the lock of the order itself, as commands on it do: otherwise a performance that is postponed and an order
-- of it that is paid at the same moment would wait for each other for good.
create function orders_have_changed(orders bigint[]) returns void language sql as $$
  with locked as (
    select u.id from purchases u
    where u.id = any(orders) and u.booking_status in ('pending_payment', 'on_hold', 'pending_supplier', 'confirmed', 'completed')
    order by u.id for no key update
  )
  update order_placements o set change = nextval('order_changes'), changed_in = pg_current_xact_id()
  from locked where o.purchase_id = locked.id
$$;

-- What is said of an event as a whole says nothing of a performance that took place, so nothing changes for those who came.
create function orders_of_performance_have_changed() returns trigger language plpgsql as $$
begin
  if new.starts_at <= now() and not new.is_date_tbd and old.status = new.status and old.is_date_tbd = new.is_date_tbd
    and old.rescheduled_from is not distinct from new.rescheduled_from then return null; end if;
  perform orders_have_changed(array(select u.id from purchases u where u.performance_id = new.id));
  return null;
end
$$;
create trigger performances_change_orders after update of status, is_date_tbd, is_event_cancelled, rescheduled_from on performances
  for each row when (old.is_date_tbd <> new.is_date_tbd or old.is_event_cancelled <> new.is_event_cancelled
    or old.rescheduled_from is distinct from new.rescheduled_from
    or (old.status <> new.status and (old.status in ('cancelled', 'postponed', 'rescheduled') or new.status in ('cancelled', 'postponed', 'rescheduled'))))
  execute function orders_of_performance_have_changed();

create function orders_of_event_have_changed() returns trigger language plpgsql as $$
begin
  perform orders_have_changed(array(select u.id from performances t join purchases u on u.performance_id = t.id
    where t.event_id = new.id and (t.starts_at > now() or t.is_date_tbd)));
  return null;
end
$$;
-- A cancelled event says so on its performances.
create trigger events_change_orders after update of schedule on events
  for each row when (old.schedule <> new.schedule and old.schedule <> 'cancelled' and new.schedule <> 'cancelled')
  execute function orders_of_event_have_changed();
