-- The names of the field for what older files call otherwise: survivor and duplicate of a merge, temporary access,
-- performances that are cancelled, renamed or placed again. Rows stay as they are.

alter table merges rename column winner_id to survivor_id;
alter table merges rename column loser_id to duplicate_id;
alter table merges rename column winner_title to survivor_title;
alter table merges rename column loser_title to duplicate_title;
alter table merges rename column loser to duplicate;
alter table merges rename column winner_before to survivor_before;
alter table merges rename column winner_after to survivor_after;
alter table merges rename column took to merged_fields;
alter table merges rename column folded to collapsed;
alter index merges_loser rename to merges_duplicate;
alter index merges_winner rename to merges_survivor;

alter function heir_of(text, bigint) rename to merge_survivor;
create or replace function merge_survivor(of_resource text, gone bigint) returns bigint language sql stable as $$
  with recursive survivors as (
    select survivor_id, 1 as depth from merges where resource = of_resource and duplicate_id = gone and status = 'merged'
    union all
    select m.survivor_id, s.depth + 1 from merges m join survivors s on m.duplicate_id = s.survivor_id
    where m.resource = of_resource and m.status = 'merged' and s.depth < 50
  )
  select survivor_id from survivors order by depth desc limit 1
$$;

-- The name of an argument cannot be changed.
drop function merged_into(text, bigint[]);
create function merge_duplicates(of_resource text, survivors bigint[]) returns bigint[] language sql stable as $$
  with recursive former as (
    select duplicate_id as id from merges where resource = of_resource and status = 'merged' and survivor_id = any(survivors)
    union select m.duplicate_id from merges m join former f on m.survivor_id = f.id where m.resource = of_resource
      and m.status = 'merged'
  )
  select coalesce(array_agg(id order by id), '{}') from former
$$;

alter function merged_tags_hand_over() rename to merged_tags_pass_on;
create or replace function merged_tags_pass_on() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update tags w set supplier_tags = w.supplier_tags || old.supplier_tags,
      synonyms = w.synonyms || array(
        select given.word from unnest(array_prepend(old.name, old.synonyms)) as given (word)
        where lower(given.word) <> lower(w.name) and not exists (select from unnest(w.synonyms) as own (word)
          where lower(own.word) = lower(given.word))),
      version = version + 1, updated_at = now()
    from merges m where m.resource = 'tags' and m.duplicate_id = old.id and m.status = 'moving' and w.id = m.survivor_id;
    return old;
  end if;
  update tags w set supplier_tags = (
      select coalesce(jsonb_agg(entry), '[]') from jsonb_array_elements(w.supplier_tags) as entry
        where not new.supplier_tags @> jsonb_build_array(entry)),
    synonyms = array_remove(w.synonyms, new.name), version = version + 1, updated_at = now()
  from merges m where m.resource = 'tags' and m.duplicate_id = new.id and m.status = 'undoing' and w.id = m.survivor_id;
  return new;
end
$$;

create or replace function link_verdict(element text) returns text language plpgsql stable as $$
declare
  code text := split_part(element, '-', 1);
  target bigint;
  is_public boolean;
begin
  if not (code in ('c', 'ev', 'ca', 'sc', 'pr', 'pa', 'per') and element ~ '^[a-z]+-[0-9]{1,15}(-[0-9]{1,15})?$') then
    return case when element ~ '^(s|c|ev|ca|sc|pr|pa|per|homepage|special-(nba|nfl|nhl|mlb|broadway|londonTheatre|epl|mls|caf|sll|isa|dbl|ecf|fl1|cds))(-[0-9]{1,15}){0,2}$'
      then 'ok' else 'unknown_code' end;
  end if;
  target := split_part(element, '-', 2)::bigint;
  case code
    when 'c' then is_public := (select publication = 'published' from cities where id = target);
    when 'ev' then is_public := (select publication = 'published' and not is_hidden from events where id = target);
    when 'ca' then is_public := (select publication = 'published' from categories where id = target);
    when 'sc' then is_public := (select publication = 'published' from subcategories where id = target);
    when 'pr' then is_public := (select status = 'live' from products where id = target);
    when 'pa' then is_public := (select publication = 'published' from aliases where id = target);
    else is_public := (select publication = 'published' from performers where id = target);
  end case;
  if is_public is null then
    target := merge_survivor(case code when 'c' then 'cities' when 'ev' then 'events' when 'ca' then 'categories'
      when 'sc' then 'subcategories' when 'pr' then 'products' when 'pa' then 'aliases' else 'performers' end, target);
    return case when target is null then 'missing' else link_verdict(code || '-' || target) end;
  end if;
  return case when is_public then 'ok' else 'unpublished' end;
end
$$;

create or replace function judge_links_to(of_code text, of_resource text, of_id bigint) returns void language plpgsql as $$
declare
  pages record;
begin
  for pages in
    with recursive names (id) as (
      select of_id union select m.duplicate_id from merges m join names n on m.survivor_id = n.id
        where m.resource = of_resource and m.status = 'merged'
    ), judged as (
      update page_links l set is_broken = not l.is_broken
      where l.code = of_code and l.target in (select id from names)
        and l.is_broken <> (link_verdict(l.element) <> 'ok') returning l.resource, l.record_id
    )
    select resource, array_agg(distinct record_id) as ids from judged group by resource
  loop
    perform count_broken_links(pages.resource, pages.ids);
  end loop;
end
$$;

create or replace function page_links_of_merged() returns trigger language plpgsql as $$
begin
  perform judge_links_to(case new.resource when 'cities' then 'c' when 'events' then 'ev' else 'per' end, new.resource,
    new.duplicate_id);
  return null;
end
$$;

alter function lent_roles_of_staff(bigint) rename to temporary_roles_of_staff;
create or replace function elevations_guard() returns trigger language plpgsql as $$
declare
  granted roles;
  giver roles;
  lacking text;
begin
  if tg_op = 'UPDATE' then
    if (new.staff_id, new.role_name, new.minutes, new.reason, new.requested_at) is distinct from
       (old.staff_id, old.role_name, old.minutes, old.reason, old.requested_at)
       or (new.role_id is not null and new.role_id is distinct from old.role_id)
       or (old.decision is not null
         and (new.decision, new.decided_at, new.ends_at) is distinct from (old.decision, old.decided_at, old.ends_at))
       or (old.ended_at is not null
         and (new.ended_at, new.ended_because) is distinct from (old.ended_at, old.ended_because)) then
      raise exception 'What was agreed about an elevation stays as it was'
        using errcode = 'check_violation', constraint = 'elevation_stays_as_agreed', table = 'elevations';
    end if;
    if old.role_id is not null and new.role_id is null and new.ended_at is null
       and new.decision is distinct from 'refused' and coalesce(new.ends_at, new.lapses_at) > now() then
      new.ended_at := now();
      new.ended_because := 'role-deleted';
    end if;
  end if;
  if new.decision = 'granted' and (tg_op = 'INSERT' or old.decision is null) then
    -- A change of either person's role or status waits for this, or is seen by it.
    perform 1 from staff where id in (new.staff_id, new.decided_by) order by id for share;
    select r.* into giver from staff p join roles r on r.id = p.role_id where p.id = new.decided_by
      and p.status = 'active';
    if giver is null then
      raise exception 'Only an active member of staff grants an elevation'
        using errcode = 'check_violation', constraint = 'elevation_giver_is_active', table = 'elevations';
    end if;
    if not exists (select from staff where id = new.staff_id and status = 'active') then
      raise exception 'Only an active member of staff is elevated'
        using errcode = 'check_violation', constraint = 'elevation_receiver_is_active', table = 'elevations';
    end if;
    select * into granted from roles where id = new.role_id;
    if giver.name <> 'admin' then
      select g.action || ' on ' || g.object into lacking from role_permissions g
      where g.role_id = new.role_id and not exists (
        select from role_permissions own where own.role_id = giver.id and grant_covers(own, g)
      ) limit 1;
      if granted is null or granted.name = 'admin' or lacking is not null then
        raise exception 'No one grants access that they do not have: %', coalesce(lacking, new.role_name)
          using errcode = 'check_violation', constraint = 'elevation_giver_has_it', table = 'elevations';
      end if;
    end if;
  end if;
  return new;
end
$$;

alter index performances_called_off rename to performances_cancelled;
alter function events_call_off_performances() rename to events_cancel_performances;
alter trigger events_call_off on events rename to events_cancel;
alter function performances_are_called_anew() rename to performances_are_renamed;
alter function ticket_listings_are_placed_anew() rename to ticket_listings_are_placed_again;
alter trigger performances_place_listings_anew on performances rename to performances_place_listings_again;
