-- Schedules that staff have set in place of a job's own. Owned by workers; deleted when reset; at most one row a job; who
-- changed it is a reference to staff.
create table job_schedules (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{0,63}$'),
  cron text not null check (cron ~ '^\S+( \S+){4}$' and char_length(cron) <= 100),
  zone text not null check (char_length(zone) between 1 and 64),
  changed_by bigint references staff (id) on delete set null,
  changed_at timestamptz(3) not null default now()
);
create index job_schedules_changed_by on job_schedules (changed_by) where changed_by is not null;

-- When staff asked a run to stop. Its server hears of it with the next sign of life.
alter table job_runs add column cancel_asked_at timestamptz(3);
