-- How a member of staff has arranged their home page. Owned by home; deleted with the person; no personal data besides the id
-- of staff; at most one row a person.
create table home_arrangements (
  staff_id bigint primary key references staff (id) on delete cascade,
  panels text[] not null check (cardinality(panels) <= 40),
  hidden text[] not null check (cardinality(hidden) <= 40),
  updated_at timestamptz(3) not null default now()
);
