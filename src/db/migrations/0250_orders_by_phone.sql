-- Orders that staff sell by phone, what they changed of the price, and how far each role can go.

-- Owner: orders/phone; one row for each order that staff sell, kept with it; the name is of staff, never of a customer.
create table phone_sales (
  purchase_id bigint primary key references purchases (id) on delete cascade,
  -- Null once the person is gone; their name stays.
  sold_by bigint references staff (id) on delete set null,
  seller_name text not null check (char_length(seller_name) between 1 and 201)
);
create index phone_sales_sold_by on phone_sales (sold_by) where sold_by is not null;

-- Owner: orders/phone; a few for each hundred orders by phone, kept with their order; no personal data but what staff write
-- as a reason.
create table price_overrides (
  purchase_id bigint not null references phone_sales (purchase_id) on delete cascade,
  -- Which line of what was asked for, from 1.
  position smallint not null check (position between 1 and 10),
  title text not null check (char_length(title) between 1 and 511),
  -- What the pricing function said and what was agreed, without fees, in minor units of the order's currency.
  list_price bigint not null check (list_price > 0),
  price bigint not null check (price >= 0),
  reason text not null check (char_length(reason) between 3 and 500),
  primary key (purchase_id, position),
  constraint an_override_changes_the_price check (price <> list_price)
);

-- The most by which a role changes prices by hand, in percent: 0 is not at all, null without limit.
alter table role_permissions drop column limits;
drop function limits_as_json(bigint, text, bigint[], boolean);
create function limits_as_json(amount bigint, currency text, cities bigint[], personal_data boolean,
  max_override_percent integer) returns jsonb
language sql immutable parallel safe as $$
  select nullif(jsonb_strip_nulls(jsonb_build_object(
    'maximum', case when amount is not null then jsonb_build_object('amount', amount, 'currency', currency) end,
    'cities', to_jsonb(cities),
    'personalData', case when not personal_data then false end,
    'maxOverridePercent', max_override_percent)), '{}'::jsonb)
$$;
alter table role_permissions
  add column max_override_percent integer check (max_override_percent between 0 and 100),
  add constraint overrides_limit_orders check (max_override_percent is null or (action = 'write' and object = 'purchases'));
alter table role_permissions add column limits jsonb
  generated always as (limits_as_json(maximum_amount, maximum_currency, city_ids, personal_data, max_override_percent)) stored;

create or replace function grant_covers(held role_permissions, wanted role_permissions) returns boolean language sql immutable
  parallel safe as $$
  select held.action = wanted.action and held.object = wanted.object
    and (held.maximum_amount is null
      or coalesce(held.maximum_currency = wanted.maximum_currency and held.maximum_amount >= wanted.maximum_amount,
        false))
    and (held.city_ids is null or coalesce(wanted.city_ids <@ held.city_ids, false))
    and (held.personal_data or not wanted.personal_data)
    and (held.max_override_percent is null or coalesce(wanted.max_override_percent <= held.max_override_percent, false))
$$;
