-- Performances whose day was given up by moving them, or that were off sale then, kept it as if it were still theirs (0535 mended those
-- that were postponed by the command). One that never had a day can be sold.
update performances p set status = case p.status when 'offsale' then 'offsale' else 'postponed' end,
  rescheduled_from = coalesce(p.rescheduled_from, g.day, p.local_date), version = p.version + 1, updated_at = now()
from performances q cross join lateral (
  select (a.before ->> 'localDate')::date as day from audit_log a
  where a.object = 'performances' and a.record_id = q.id::text and a.action in ('postponed', 'rescheduled')
    and a.before @> '{"isDateTbd": false}' and a.after @> '{"isDateTbd": true}'
  order by a.at desc, a.id desc limit 1
) g
where q.is_date_tbd and (q.status in ('onsale', 'sold_out', 'rescheduled') or (q.status = 'offsale' and q.rescheduled_from is null))
  and p.id = q.id;
