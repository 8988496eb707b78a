-- What a transaction changed, as messages for every instance: one per kind of record, and beyond 20 records of a kind
-- only how many there were. NOTIFY sends them after the commit, never for what was rolled back, and takes less than
-- 8000 bytes.
create function change_notices(entries jsonb) returns setof text language sql stable as $$
  with change as (
    select value ->> 'object' as object, count(*) as count, jsonb_agg(jsonb_build_object(
      'id', value ->> 'record_id', 'version', value -> 'version', 'action', value ->> 'action', 'kind', value ->> 'actor_kind',
      'who', coalesce(nullif(value -> 'real_actor_id', 'null'), value -> 'actor_id'), 'name', coalesce(value ->> 'real_actor_name', value ->> 'actor_name')
    )) as records
    from jsonb_array_elements(entries) group by 1
  ), notice as (
    select count, records, jsonb_build_object(
      'kind', 'change', 'object', object, 'count', count, 'tab', entries -> 0 -> 'tab',
      'at', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) as notice
    from change
  )
  select case when count > 20 or octet_length(records::text) > 7000 then notice else notice || jsonb_build_object('records', records) end::text
  from notice
$$;

create or replace function audit_append(entries jsonb) returns void language plpgsql as $$
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
  -- Every change leaves its trace here, so whoever watches hears of every resource without being told of any.
  perform pg_notify('marquee_live', notice) from change_notices(entries) as notice;
end
$$;
