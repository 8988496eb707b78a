-- Owner: invoices; one row a quarter whose PDFs staff asked for as one file; never deleted; personal: who asked; a few rows a year.
-- How far it is says how many documents of the quarter have their PDF, so a process that dies loses at most the one in its hands.
create table invoice_archives (
  quarter text primary key check (quarter ~ '^20[0-9]{2}-Q[1-4]$'),
  state text not null check (state in ('running', 'stopped', 'done')),
  requested_by text not null check (char_length(requested_by) between 1 and 254),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (updated_at >= created_at)
);
create index invoice_archives_running on invoice_archives (created_at) where state = 'running';
