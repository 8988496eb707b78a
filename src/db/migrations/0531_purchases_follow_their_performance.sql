-- A change of time zone left what was sold in the old zone. What is open of it gets the moments of its performance, whose day and local
-- time it has.
update purchases u set time_zone = p.time_zone, starts_at = p.starts_at, ends_at = p.starts_at + (u.ends_at - u.starts_at),
  version = u.version + 1, updated_at = now()
from performances p
where p.id = u.performance_id and u.booking_status in ('pending_payment', 'on_hold', 'pending_supplier', 'confirmed')
  and u.time_zone <> p.time_zone and u.travel_date = p.local_date and u.local_time is not distinct from p.local_time;
