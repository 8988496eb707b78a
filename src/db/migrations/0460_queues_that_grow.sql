-- How much waits for each worker with a queue, as the watch of the workers last saw it, and since when it has grown. Owned by workers;
-- at most one row a worker; no personal data.
create table job_queues (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{0,63}$'),
  waiting integer not null check (waiting >= 0),
  -- The least that waited since the queue last shrank, and when.
  lowest integer not null check (lowest between 0 and waiting),
  lowest_at timestamptz(3) not null default now(),
  -- The most that waited since then.
  peak integer not null check (peak >= waiting),
  is_growing boolean not null default false
);

alter table worker_troubles drop constraint worker_troubles_kind_check,
  add constraint worker_troubles_kind_check check (kind in ('failing', 'late', 'growing'));
