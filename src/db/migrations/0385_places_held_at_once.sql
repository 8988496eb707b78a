-- Holding places of one listing or day is the most frequent write of our own stock: booking, lock, stock and hold are one call
-- of the database instead of seven. Answers until when the places are held; null, and nothing has changed, where the key is known
-- already, where they cannot be had, or where something lapsed has to be given back first. house-supplier.server.ts then does the
-- same step by step, and says why. Locks the booking before its stock, as everything else does.
create function hold_house_places(
  wanted_key text, wanted_reference text, wanted_seconds integer, wanted_terms jsonb, wanted_stock bigint, wanted_quantity integer
) returns timestamptz(3) language plpgsql as $$
declare
  ends_at timestamptz(3) := now() + make_interval(secs => wanted_seconds);
begin
  insert into house_bookings (key, reference, held_until, terms) values (wanted_key, wanted_reference, ends_at, wanted_terms)
  on conflict (key) do nothing;
  if not found then return null; end if;
  perform from house_stock where id = wanted_stock for no key update;
  -- A statement of its own after the lock: it sees what was held while this one waited.
  update house_stock s set taken = taken + wanted_quantity
  where id = wanted_stock and taken + wanted_quantity <= capacity
    and case split when 'any' then true when 'all' then taken = 0 and wanted_quantity = capacity
      when 'pairs' then wanted_quantity % 2 = 0 or taken + wanted_quantity = capacity
      else capacity - taken - wanted_quantity <> 1 end
    and not exists (select from house_stock_holds h where h.stock_id = s.id and h.state = 'held' and h.held_until <= now());
  if not found then
    delete from house_bookings where key = wanted_key;
    return null;
  end if;
  insert into house_stock_holds (stock_id, key, quantity, held_until) values (wanted_stock, wanted_key, wanted_quantity, ends_at);
  return ends_at;
end $$;
