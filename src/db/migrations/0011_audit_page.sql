-- Who was really behind what was done, and with whose rights. Null in every row that was written before, so that the
-- hashes of those rows stay what they were.
alter table audit_log
  add column real_actor_id bigint,
  add column real_actor_name text,
  add column real_actor_email text,
  add column elevated_from text,
  add constraint audit_log_real_actor_is_named check (num_nulls(real_actor_id, real_actor_name) <> 1);

create or replace function audit_text(entry audit_log) returns text language sql stable as $$
  select (jsonb_build_array(
    entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    entry.actor_kind, entry.actor_id, entry.actor_name, entry.actor_email, entry.actor_role,
    entry.action, entry.object, entry.record_id, entry.title, entry.before, entry.after,
    entry.reason, entry.request_id, entry.address, entry.previous_hash
  ) || case when num_nonnulls(entry.real_actor_id, entry.real_actor_name, entry.real_actor_email, entry.elevated_from) = 0
    then '[]'::jsonb
    else jsonb_build_array(entry.real_actor_id, entry.real_actor_name, entry.real_actor_email, entry.elevated_from) end)::text
$$;

-- Something that somebody was not allowed to do.
create function audit_outcome(action text) returns text language sql immutable parallel safe as $$
  select case when action = 'refused' or action like '%-refused' or action = 'session-revoked' then 'refused' else 'done' end
$$;

-- Every list is newest first, so each way to narrow it has an index that is in that order already.
create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_object_at on audit_log (object, at desc, id desc);
create index audit_log_record_at on audit_log (object, record_id, at desc, id desc);
create index audit_log_person_at on audit_log (coalesce(real_actor_id, actor_id), at desc, id desc);
create index audit_log_action_at on audit_log (action, at desc, id desc);
create index audit_log_refused_at on audit_log (audit_outcome(action), at desc, id desc);
create index audit_log_address_at on audit_log (address, at desc, id desc);
create index audit_log_request on audit_log (request_id);
create index audit_log_title on audit_log using gin (title gin_trgm_ops);
drop index audit_log_record;
drop index audit_log_actor;

-- The audit as it is read. The chain alone decides what a row holds, so this gives every column its name and no rule.
create view audit as
select l.id, 1 as version, l.at as created_at, l.at as updated_at,
  audit_outcome(l.action) as outcome, l.actor_kind, l.actor_id, l.actor_name, l.actor_email, l.actor_role,
  l.real_actor_id, l.real_actor_name, l.real_actor_email, l.elevated_from,
  coalesce(l.real_actor_id, l.actor_id) as person_id,
  l.action, l.object, l.record_id, l.title, l.before, l.after, l.reason, l.request_id, l.address, l.previous_hash, l.hash
from audit_log l;

-- What is put into the view is chained like everything else; past the chain there is no way in.
create function audit_insert() returns trigger language plpgsql as $$
begin
  perform audit_append(jsonb_build_array(to_jsonb(new)));
  select last_id into new.id from audit_head;
  return new;
end
$$;
create trigger audit_is_appended instead of insert on audit for each row execute function audit_insert();
