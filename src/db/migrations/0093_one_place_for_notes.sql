-- What staff wrote into a field of events, performances and matches stands among their notes now. Whose it is the audit knows.
insert into record_notes (resource, record_id, body, author_id, created_at)
select w.resource, w.id, btrim(w.notes), s.id, coalesce(a.at, w.updated_at) from (
  select 'events' as resource, id, notes, updated_at from events
  union all select 'performances', id, notes, updated_at from performances
  union all select 'matches', id, notes, updated_at from matches
) w left join lateral (
  select at, actor_id from audit_log where object = w.resource and record_id = w.id::text and after ? 'notes' order by id desc limit 1
) a on true left join staff s on s.id = a.actor_id
where btrim(w.notes) <> '' order by w.resource, w.id;

alter table events drop column notes;
alter table performances drop column notes;
alter table matches drop column notes;
