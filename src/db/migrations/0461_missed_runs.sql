-- A run that was due while no server was up is caught up, and says so.
alter table job_runs drop constraint job_runs_cause_check,
  add constraint job_runs_cause_check check (cause in ('schedule', 'manual', 'follow-up', 'retry', 'catch-up'));
