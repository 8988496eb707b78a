-- Writers no longer take the head of the audit's chain. Their rows come in with a mark, and the server seals them into the
-- chain right afterwards: decision 0076.

-- Ids tell rows apart and follow each other, but a transaction that is rolled back leaves a gap.
create sequence audit_log_ids owned by audit_log.id;
select setval('audit_log_ids', greatest((select max(id) from audit_log), 1), exists (select from audit_log));

-- The chain: one seal for each row, without gaps. Its hash covers the row and the hash of the seal before it.
create table audit_seals (
  position bigint primary key check (position > 0),
  entry_id bigint not null unique,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  at timestamptz(3) not null default clock_timestamp()
);
-- What has been chained so far keeps its place and its hash.
insert into audit_seals (position, entry_id, hash, at) select id, id, hash, at from audit_log order by id;
create trigger audit_seals_is_append_only before update or delete or truncate on audit_seals
  for each statement execute function refuse_change();

-- What a transaction leaves for the sealer, beside its row: so that a row that goes missing before it is sealed shows, and
-- so does one that is changed. It also has what watchers will hear, because NOTIFY takes a lock of the whole database
-- for the length of a commit.
create table audit_unsealed (
  entry_id bigint primary key,
  digest bytea not null,
  notice text,
  at timestamptz(3) not null default clock_timestamp()
);

create function refuse_unsealing() returns trigger language plpgsql as $$
begin
  if exists (select from gone where not exists (select from audit_seals s where s.entry_id = gone.entry_id)) then
    raise exception 'audit_unsealed is left when a row is sealed, and not before'
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
create trigger audit_unsealed_is_left_by_sealing after delete on audit_unsealed
  referencing old table as gone for each statement execute function refuse_unsealing();
create trigger audit_unsealed_is_append_only before update or truncate on audit_unsealed
  for each statement execute function refuse_change();

drop view audit;
drop function audit_insert();
drop function audit_append(jsonb);
drop function audit_text(audit_log);
alter table audit_log drop column previous_hash, drop column hash;

-- What a row's hash covers, given the hash of the seal before it. jsonb has one text for one value, whatever order its
-- keys were written in. The real actor was added later and counts only where there is one, so that older rows keep their
-- hashes.
create function audit_text(entry audit_log, previous text) returns text language sql stable as $$
  select (jsonb_build_array(
    entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    entry.actor_kind, entry.actor_id, entry.actor_name, entry.actor_email, entry.actor_role,
    entry.action, entry.object, entry.record_id, entry.title, entry.before, entry.after,
    entry.reason, entry.request_id, entry.address, previous
  ) || case
    when num_nonnulls(entry.real_actor_id, entry.real_actor_name, entry.real_actor_email, entry.elevated_from) = 0
      then '[]'::jsonb
    else jsonb_build_array(entry.real_actor_id, entry.real_actor_name, entry.real_actor_email, entry.elevated_from)
  end)::text
$$;

-- Writes a transaction's entries, in their order. Nothing here waits for other writers. Answers with the last id.
create function audit_append(entries jsonb) returns bigint language plpgsql as $$
declare
  entry jsonb;
  fresh audit_log;
  notices text[] := array(select change_notices(entries));
begin
  for entry in select value from jsonb_array_elements(entries) loop
    fresh := jsonb_populate_record(null::audit_log, entry);
    fresh.id := nextval('audit_log_ids');
    fresh.at := clock_timestamp();
    insert into audit_log select fresh.*;
    insert into audit_unsealed (entry_id, digest, notice)
      values (fresh.id, sha256(convert_to(audit_text(fresh, ''), 'UTF8')), notices[1]);
    -- A transaction has no more notices than entries.
    notices := notices[2:];
  end loop;
  return fresh.id;
end
$$;

-- Seals what other transactions have committed, at most so many rows, and tells watchers of them. One sealer works at a
-- time, among all instances; another one does nothing and answers null. A row that is not there any
-- more, or not as it was written, is left with its mark: that is for people to look into.
--
-- Rows that are seen here have been committed, and whatever they build on was committed and numbered before them. So the
-- order of their ids within one call, and of one call after another, is an order in which things can have happened.
create function audit_seal(most integer) returns integer language plpgsql as $$
declare
  head audit_head;
  hash text;
  waiting audit_unsealed;
  entry audit_log;
  ids bigint[] := '{}';
  hashes text[] := '{}';
begin
  if not pg_try_advisory_xact_lock(7262943102) then return null; end if;
  select * into head from audit_head for update;
  if not found then return null; end if;
  hash := head.hash;
  for waiting in select * from audit_unsealed order by entry_id loop
    select * into entry from audit_log where id = waiting.entry_id;
    continue when not found or waiting.digest <> sha256(convert_to(audit_text(entry, ''), 'UTF8'));
    hash := encode(sha256(convert_to(audit_text(entry, hash), 'UTF8')), 'hex');
    ids := ids || waiting.entry_id;
    hashes := hashes || hash;
    if waiting.notice is not null then perform pg_notify('marquee_live', waiting.notice); end if;
    exit when cardinality(ids) >= most;
  end loop;
  if ids = '{}' then return 0; end if;
  insert into audit_seals (position, entry_id, hash)
    select head.last_id + given.n, given.id, given.hash
    from unnest(ids, hashes) with ordinality as given (id, hash, n) order by given.n;
  delete from audit_unsealed where entry_id = any(ids);
  update audit_head set last_id = head.last_id + cardinality(ids), hash = hashes[cardinality(hashes)];
  return cardinality(ids);
end
$$;

-- The audit as it is read. A row that is not sealed yet has no place in the chain and no hash.
create view audit as
select l.id, 1 as version, l.at as created_at, l.at as updated_at,
  audit_outcome(l.action) as outcome, l.actor_kind, l.actor_id, l.actor_name, l.actor_email, l.actor_role,
  l.real_actor_id, l.real_actor_name, l.real_actor_email, l.elevated_from,
  coalesce(l.real_actor_id, l.actor_id) as person_id,
  l.action, l.object, l.record_id, l.title, l.before, l.after, l.reason, l.request_id, l.address,
  (select s.position from audit_seals s where s.entry_id = l.id) as position,
  (select coalesce(p.hash, repeat('0', 64)) from audit_seals s left join audit_seals p on p.position = s.position - 1
    where s.entry_id = l.id) as previous_hash,
  (select s.hash from audit_seals s where s.entry_id = l.id) as hash
from audit_log l;

-- Rows put into the view are written like all others; there is no way in past the chain.
create function audit_insert() returns trigger language plpgsql as $$
begin
  new.id := audit_append(jsonb_build_array(to_jsonb(new)));
  return new;
end
$$;
create trigger audit_is_appended instead of insert on audit for each row execute function audit_insert();
