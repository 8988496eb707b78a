-- Workers that fail or are late, from the moment that staff got a notice of it until it is over, so that each trouble is
-- news once. Owned by workers; at most one row a job; no personal data.
create table worker_troubles (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{0,63}$'),
  kind text not null check (kind in ('failing', 'late')),
  since timestamptz(3) not null default now()
);
