-- The due moment of which an order's assignee has had a notice, so that each is news once. Owned by purchases; deleted with
-- the order; no personal data besides the id of staff; at most one row an order that was assigned.
create table due_notices (
  purchase_id bigint primary key references purchases (id) on delete cascade,
  staff_id bigint not null references staff (id) on delete cascade,
  due_at timestamptz(3) not null
);
create index due_notices_staff on due_notices (staff_id);

-- Providers of tickets that do not answer, from the moment that staff got a notice of it until they answer again. Owned by
-- event-supply; at most one row a provider; no personal data.
create table provider_troubles (
  provider_id bigint primary key references providers (id) on delete cascade,
  since timestamptz(3) not null default now()
);
