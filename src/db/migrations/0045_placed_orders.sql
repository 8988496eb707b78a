-- Orders that are placed through a program instead of being imported.

-- Until when the places of an unpaid order are kept. Null for orders that hold nothing any more.
alter table purchases add column held_until timestamptz(3);
-- What the job that expires orders looks for.
create index purchases_held on purchases (held_until, id) where booking_status = 'pending_payment';

-- How an order came to be. Owned by orders; one row an order, kept as long as the order; no personal data.
create table order_placements (
  purchase_id bigint primary key references purchases (id) on delete cascade,
  -- What the supplier was asked with, and is asked with again: the same key never takes twice.
  supplier_key text not null unique check (char_length(supplier_key) between 1 and 255),
  -- The API user that can read, pay and cancel it through the Orders API; null for orders that staff take.
  api_user_id bigint references discovery_api_users (id) on delete set null,
  -- The partner's own number of the order.
  partner_reference text check (char_length(partner_reference) between 1 and 64)
);
create index order_placements_api_user on order_placements (api_user_id, purchase_id desc) where api_user_id is not null;

-- Programs with a key name their calls as people do; both are counted from 1.
alter table idempotency_keys add column caller text not null default 'staff' check (caller in ('staff', 'api_user'));
alter table idempotency_keys drop constraint idempotency_keys_pkey;
alter table idempotency_keys add primary key (caller, actor_id, key);
