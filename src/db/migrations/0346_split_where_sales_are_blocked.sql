-- A part of an order is no sale of its own: it was begun when the order was, and that can be before its country was blocked.

create or replace function market_is_open() returns trigger language plpgsql as $$
declare
  closed text;
begin
  select name into closed from countries c
  where c.is_blocked and (c.blocked_at is null or new.created_at >= c.blocked_at)
    and (c.code = new.customer_country or c.id = (select country_id from cities where id = new.city_id)) limit 1;
  if closed is not null then
    raise exception 'Sales are blocked in %', closed using errcode = 'check_violation', constraint = 'market_is_open',
      table = 'purchases';
  end if;
  return new;
end
$$;
