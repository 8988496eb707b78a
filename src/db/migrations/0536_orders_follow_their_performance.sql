-- What becomes of a performance is part of what partners read of its orders, so it is a change of theirs. Orders that have ended are left out.
create function orders_of_performance_have_changed() returns trigger language plpgsql as $$
begin
  update order_placements o set change = nextval('order_changes'), changed_in = pg_current_xact_id()
  from purchases u
  where u.performance_id = new.id and u.booking_status in ('pending_payment', 'on_hold', 'pending_supplier', 'confirmed', 'completed')
    and o.purchase_id = u.id;
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
  update order_placements o set change = nextval('order_changes'), changed_in = pg_current_xact_id()
  from purchases u
  where u.event_id = new.id and u.booking_status in ('pending_payment', 'on_hold', 'pending_supplier', 'confirmed', 'completed')
    and o.purchase_id = u.id;
  return null;
end
$$;
-- A cancelled event says so on its performances.
create trigger events_change_orders after update of schedule on events
  for each row when (old.schedule <> new.schedule and old.schedule <> 'cancelled' and new.schedule <> 'cancelled')
  execute function orders_of_event_have_changed();
