-- Who did what, what watchers hear of it, and the replies kept for repeated calls.

-- Whether an action was carried out, or refused to the person who tried it.
create function audit_outcome(action text) returns text language sql immutable parallel safe as $$
  select case when action = 'refused' or action like '%-refused' or action = 'session-revoked' then 'refused'
    else 'done' end
$$;

-- Who did what, in a chain of hashes: each row's hash covers the row before it, so a changed or missing row shows.
create table audit_log (
  id bigint primary key,
  at timestamptz(3) not null,
  actor_kind text not null check (actor_kind in ('staff', 'system')),
  actor_id bigint,
  actor_name text not null,
  actor_email text,
  actor_role text,
  action text not null,
  object text not null,
  record_id text,
  title text,
  before jsonb,
  after jsonb,
  reason text,
  request_id text,
  address text,
  previous_hash text not null check (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  -- Who was really behind it, and with whose rights. Null in rows older than these
  -- columns, whose hashes stay what they were.
  real_actor_id bigint,
  real_actor_name text,
  real_actor_email text,
  elevated_from text,
  constraint audit_log_real_actor_is_named check (num_nulls(real_actor_id, real_actor_name) <> 1)
);
-- Every list is newest first, so each way to narrow it has an index in that order.
create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_object_at on audit_log (object, at desc, id desc);
create index audit_log_record_at on audit_log (object, record_id, at desc, id desc);
create index audit_log_person_at on audit_log (coalesce(real_actor_id, actor_id), at desc, id desc);
create index audit_log_action_at on audit_log (action, at desc, id desc);
create index audit_log_refused_at on audit_log (audit_outcome(action), at desc, id desc);
create index audit_log_address_at on audit_log (address, at desc, id desc);
create index audit_log_request on audit_log (request_id);
create index audit_log_title on audit_log using gin (title gin_trgm_ops);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end
$$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- The end of the chain. A cut tail shows because the head still names it.
create table audit_head (
  is_only boolean primary key default true check (is_only),
  last_id bigint not null,
  hash text not null
);
insert into audit_head (last_id, hash) values (0, repeat('0', 64));

-- What a row's hash covers. jsonb has one text for one value, whatever order its keys were written in. The real actor
-- was added later and counts only where there is one, so that older rows keep their hashes.
create function audit_text(entry audit_log) returns text language sql stable as $$
  select (jsonb_build_array(
    entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    entry.actor_kind, entry.actor_id, entry.actor_name, entry.actor_email, entry.actor_role,
    entry.action, entry.object, entry.record_id, entry.title, entry.before, entry.after,
    entry.reason, entry.request_id, entry.address, entry.previous_hash
  ) || case
    when num_nonnulls(entry.real_actor_id, entry.real_actor_name, entry.real_actor_email, entry.elevated_from) = 0
      then '[]'::jsonb
    else jsonb_build_array(entry.real_actor_id, entry.real_actor_name, entry.real_actor_email, entry.elevated_from)
  end)::text
$$;

-- What a transaction changed, as messages for every instance: one per kind of record, and beyond 20
-- records of a kind only how many there were. NOTIFY sends them after the commit, never for what was
-- rolled back, and takes less than 8000 bytes.
create function change_notices(entries jsonb) returns setof text language sql stable as $$
  with change as (
    select value ->> 'object' as object, count(*) as count, jsonb_agg(jsonb_build_object(
      'id', value ->> 'record_id', 'version', value -> 'version', 'action', value ->> 'action',
      'kind', value ->> 'actor_kind',
      'who', coalesce(nullif(value -> 'real_actor_id', 'null'), value -> 'actor_id'),
      'name', coalesce(value ->> 'real_actor_name', value ->> 'actor_name')
    )) as records
    from jsonb_array_elements(entries) group by 1
  ), notice as (
    select count, records, jsonb_build_object(
      'kind', 'change', 'object', object, 'count', count, 'tab', entries -> 0 -> 'tab',
      'at', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) as notice
    from change
  )
  select case when count > 20 or octet_length(records::text) > 7000 then notice
    else notice || jsonb_build_object('records', records) end::text
  from notice
$$;

-- Appends a transaction's entries. Called as its last statement, so that the head is locked only while it commits.
create function audit_append(entries jsonb) returns void language plpgsql as $$
declare
  head audit_head;
  entry jsonb;
  fresh audit_log;
begin
  select * into head from audit_head for update;
  for entry in select value from jsonb_array_elements(entries) loop
    fresh := jsonb_populate_record(null::audit_log, entry);
    fresh.id := head.last_id + 1;
    fresh.at := clock_timestamp();
    fresh.previous_hash := head.hash;
    fresh.hash := encode(sha256(convert_to(audit_text(fresh), 'UTF8')), 'hex');
    insert into audit_log select fresh.*;
    head.last_id := fresh.id;
    head.hash := fresh.hash;
  end loop;
  update audit_head set last_id = head.last_id, hash = head.hash;
  -- Every change leaves its trace here, so watchers hear of every resource without a word in any of them.
  perform pg_notify('marquee_live', notice) from change_notices(entries) as notice;
end
$$;

-- The audit as it is read. The chain alone decides what a row holds, so this only names the columns and has no rule.
create view audit as
select l.id, 1 as version, l.at as created_at, l.at as updated_at,
  audit_outcome(l.action) as outcome, l.actor_kind, l.actor_id, l.actor_name, l.actor_email, l.actor_role,
  l.real_actor_id, l.real_actor_name, l.real_actor_email, l.elevated_from,
  coalesce(l.real_actor_id, l.actor_id) as person_id,
  l.action, l.object, l.record_id, l.title, l.before, l.after, l.reason, l.request_id, l.address,
  l.previous_hash, l.hash
from audit_log l;

-- Rows put into the view join the chain like all others; there is no way in past the chain.
create function audit_insert() returns trigger language plpgsql as $$
begin
  perform audit_append(jsonb_build_array(to_jsonb(new)));
  select last_id into new.id from audit_head;
  return new;
end
$$;
create trigger audit_is_appended instead of insert on audit for each row execute function audit_insert();

-- Replies to calls with an Idempotency-Key, kept beside their effect so that a retry finds them or does the work once.
-- The headers are kept too: without its ETag a client could not go on changing the record.
create table idempotency_keys (
  actor_id bigint not null,
  key text not null check (char_length(key) between 1 and 255),
  request_hash text not null,
  status integer not null,
  body text not null,
  created_at timestamptz(3) not null default now(),
  headers jsonb not null default '{}',
  primary key (actor_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
