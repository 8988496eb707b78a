-- Why a rule paused a provider was kept as an English sentence. Now its figures are kept, and everyone reads them in their own language.
alter table provider_pauses
  alter column reason drop not null,
  -- Of a pause by rule: calls of the hour before it, and how many of them failed.
  add column counted_calls integer check (counted_calls > 0),
  add column failed_calls integer check (failed_calls between 1 and counted_calls);
update provider_pauses p set reason = null, counted_calls = g.calls, failed_calls = greatest(1, least(g.calls, round(g.share * g.calls / 100)))
from (
  select id, m[1]::numeric as share, replace(m[2], ',', '')::integer as calls
  from provider_pauses, regexp_match(reason, '^([0-9.]+)% of ([0-9,]+) calls within an hour failed\.$') as m
  where paused_by is null and m is not null
) g
where g.id = p.id and g.calls > 0;
alter table provider_pauses add constraint a_pause_has_a_reason_or_figures
  check ((reason is null) = (counted_calls is not null) and (counted_calls is null) = (failed_calls is null));
