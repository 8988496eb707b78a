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

-- What was merged may still come back. The notes wait for it under its own id, also those of a performance that was folded into
-- its twin; what the one that stayed had noted before it took the other one's is a note of its own.
insert into record_notes (resource, record_id, body, created_at)
select k.resource, k.id, btrim(k.notes), k.at from (
  select m.resource, m.loser_id as id, m.loser ->> 'notes' as notes, m.merged_at as at from merges m where m.resource = 'events' and m.status <> 'undone'
  union all select m.resource, m.winner_id, m.winner_before ->> 'notes', m.merged_at from merges m where m.resource = 'events' and m.status = 'merged'
  union all select 'performances', (p ->> 'id')::bigint, p ->> 'notes', m.merged_at
    from merges m cross join lateral jsonb_array_elements(coalesce(m.folded -> 'performances', '[]')) as p where m.resource = 'events' and m.status <> 'undone'
) k where btrim(k.notes) <> '' order by k.resource, k.id;
update merges set winner_before = winner_before - 'notes', winner_after = winner_after - 'notes'
where resource = 'events' and (winner_before ? 'notes' or winner_after ? 'notes');

alter table events drop column notes;
alter table performances drop column notes;
alter table matches drop column notes;
