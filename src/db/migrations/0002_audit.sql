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
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$')
);
create index audit_log_record on audit_log (object, record_id, id desc);
create index audit_log_actor on audit_log (actor_id, id desc);

-- The end of the chain. A cut tail shows because the head still names it.
create table audit_head (
  is_only boolean primary key default true check (is_only),
  last_id bigint not null,
  hash text not null
);
insert into audit_head (last_id, hash) values (0, repeat('0', 64));

-- What a row's hash covers. jsonb has one text for one value, whatever order its keys were written in.
create function audit_text(entry audit_log) returns text language sql stable as $$
  select jsonb_build_array(
    entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    entry.actor_kind, entry.actor_id, entry.actor_name, entry.actor_email, entry.actor_role,
    entry.action, entry.object, entry.record_id, entry.title, entry.before, entry.after,
    entry.reason, entry.request_id, entry.address, entry.previous_hash
  )::text
$$;

-- Appends a transaction's entries. Called as its last statement, so that the head is held only while it commits.
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
end
$$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end
$$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- Replies to calls with an Idempotency-Key, kept beside their effect so that a retry finds them or does the work once.
create table idempotency_keys (
  actor_id bigint not null,
  key text not null check (char_length(key) between 1 and 255),
  request_hash text not null,
  status integer not null,
  body text not null,
  created_at timestamptz(3) not null default now(),
  primary key (actor_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
