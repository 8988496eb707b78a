-- How far a permission reaches; null, and true for personal data, is without limit.
alter table role_permissions
  add column maximum_amount bigint check (maximum_amount > 0 and maximum_amount <= 9007199254740991),
  add column maximum_currency text references currencies (code),
  add column city_ids bigint[] check (cardinality(city_ids) between 1 and 200 and array_position(city_ids, null) is null),
  add column personal_data boolean not null default true,
  add constraint maximum_has_its_currency check ((maximum_amount is null) = (maximum_currency is null)),
  add constraint maximum_limits_refunds check (maximum_amount is null or action = 'refund'),
  add constraint cities_limit_changes check (city_ids is null or action in ('write', 'delete', 'refund', 'publish')),
  add constraint personal_data_limits_looking check (personal_data or action in ('ui', 'read'));
create index role_permissions_maximum_currency on role_permissions (maximum_currency) where maximum_currency is not null;
create trigger role_permissions_city_ids before insert or update of city_ids on role_permissions
  for each row when (new.city_ids is not null) execute function refs_exist('city_ids', 'cities');

-- The limits as they travel; null where there are none. Immutable in fact: of whole numbers, text and booleans JSON is
-- always written alike, whatever the settings of a session.
create function limits_as_json(amount bigint, currency text, cities bigint[], personal_data boolean) returns jsonb
language sql immutable parallel safe as $$
  select nullif(jsonb_strip_nulls(jsonb_build_object(
    'maximum', case when amount is not null then jsonb_build_object('amount', amount, 'currency', currency) end,
    'cities', to_jsonb(cities),
    'personalData', case when not personal_data then false end)), '{}'::jsonb)
$$;
alter table role_permissions add column limits jsonb
  generated always as (limits_as_json(maximum_amount, maximum_currency, city_ids, personal_data)) stored;

-- Whether whoever holds the one may do all that the other allows.
create function grant_covers(held role_permissions, wanted role_permissions) returns boolean language sql immutable parallel safe as $$
  select held.action = wanted.action and held.object = wanted.object
    and (held.maximum_amount is null
      or coalesce(held.maximum_currency = wanted.maximum_currency and held.maximum_amount >= wanted.maximum_amount, false))
    and (held.city_ids is null or coalesce(wanted.city_ids <@ held.city_ids, false))
    and (held.personal_data or not wanted.personal_data)
$$;

-- As before, but that what is lent must not reach further than what its giver holds.
create or replace function elevations_guard() returns trigger language plpgsql as $$
declare
  lent roles;
  giver roles;
  lacking text;
begin
  if tg_op = 'UPDATE' then
    if (new.staff_id, new.role_name, new.minutes, new.reason, new.requested_at) is distinct from
       (old.staff_id, old.role_name, old.minutes, old.reason, old.requested_at)
       or (new.role_id is not null and new.role_id is distinct from old.role_id)
       or (old.decision is not null and (new.decision, new.decided_at, new.ends_at) is distinct from (old.decision, old.decided_at, old.ends_at))
       or (old.ended_at is not null and (new.ended_at, new.ended_because) is distinct from (old.ended_at, old.ended_because)) then
      raise exception 'What was agreed about an elevation stays as it was' using errcode = 'check_violation', constraint = 'elevation_stays_as_agreed', table = 'elevations';
    end if;
    if old.role_id is not null and new.role_id is null and new.ended_at is null
       and new.decision is distinct from 'refused' and coalesce(new.ends_at, new.lapses_at) > now() then
      new.ended_at := now();
      new.ended_because := 'role-deleted';
    end if;
  end if;
  if new.decision = 'granted' and (tg_op = 'INSERT' or old.decision is null) then
    -- Changing the giver's role or status, or the person's, waits for this or is seen by it.
    perform 1 from staff where id in (new.staff_id, new.decided_by) order by id for share;
    select r.* into giver from staff p join roles r on r.id = p.role_id where p.id = new.decided_by and p.status = 'active';
    if giver is null then
      raise exception 'Only an active member of staff grants an elevation' using errcode = 'check_violation', constraint = 'elevation_giver_is_active', table = 'elevations';
    end if;
    if not exists (select from staff where id = new.staff_id and status = 'active') then
      raise exception 'Only an active member of staff is elevated' using errcode = 'check_violation', constraint = 'elevation_receiver_is_active', table = 'elevations';
    end if;
    select * into lent from roles where id = new.role_id;
    if giver.name <> 'admin' then
      select g.action || ' on ' || g.object into lacking from role_permissions g
      where g.role_id = new.role_id and not exists (
        select from role_permissions own where own.role_id = giver.id and grant_covers(own, g)
      ) limit 1;
      if lent is null or lent.name = 'admin' or lacking is not null then
        raise exception 'Nobody lends what they do not hold: %', coalesce(lacking, new.role_name)
          using errcode = 'check_violation', constraint = 'elevation_giver_holds_it', table = 'elevations';
      end if;
    end if;
  end if;
  return new;
end
$$;
