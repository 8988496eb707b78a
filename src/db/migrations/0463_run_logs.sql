-- What a run of a worker said, the newest lines. Owned by workers; written with the run's signs of life and deleted with it. Lines
-- have no personal data: they pass through the same filter as errors.
create table job_run_logs (
  run_id bigint primary key references job_runs (id) on delete cascade,
  -- [{"at": instant, "level": "info" | "warning" | "error", "text": …}], the oldest first.
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) <= 200),
  -- Lines that it said, with the oldest that are no longer there.
  said integer not null check (said >= jsonb_array_length(lines))
);
