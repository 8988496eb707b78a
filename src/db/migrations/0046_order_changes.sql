-- Which orders have changed since a partner last asked. Numbers are taken before the commit, so a later number can be
-- seen first: a reader leaves out what was changed by a transaction at least as new as the oldest that still runs.
create sequence order_changes;
alter table order_placements
  add column change bigint not null default nextval('order_changes'),
  add column changed_in xid8 not null default pg_current_xact_id();
create index order_placements_changes on order_placements (api_user_id, change) where api_user_id is not null;

create function order_has_changed() returns trigger language plpgsql as $$
begin
  update order_placements set change = nextval('order_changes'), changed_in = pg_current_xact_id()
  where purchase_id = new.id;
  return null;
end
$$;
create trigger purchases_changed after update on purchases for each row execute function order_has_changed();
