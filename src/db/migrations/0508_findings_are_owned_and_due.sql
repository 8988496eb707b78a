-- Since when a finding is open without a break, and when it was reported as late: once for each time it opens.
alter table reconciliation_findings add column opened_at timestamptz(3) not null default now();
alter table reconciliation_findings add column escalated_at timestamptz(3);
update reconciliation_findings set opened_at = first_seen_at;

-- However it is opened again: by a check, or by staff.
create function finding_opens() returns trigger language plpgsql as $$
begin
  if new.state = 'open' and old.state <> 'open' then
    new.opened_at := now();
    new.escalated_at := null;
  end if;
  return new;
end
$$;
create trigger reconciliation_finding_opens before update of state on reconciliation_findings
  for each row execute function finding_opens();

create index reconciliation_findings_open on reconciliation_findings (opened_at) where state = 'open';
