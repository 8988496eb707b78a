-- Performers as pages with what others call them, candidates for being one, and merges that a person decides about field
-- by field: of performers and of events besides places and tags.

-- Letters without accents, in lower case, without the words that say what a club or band is in law: `F.C. Málaga` and
-- `Malaga FC` have one key. The words are those of team-names.ts, shortened to what names of all kinds bear.
create function performer_key(name text) returns text language sql immutable parallel safe as $$
  with plain as (
    select btrim(regexp_replace(regexp_replace(replace(translate(lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')), 'øØłŁßđĐ', 'oollsdd'),
      '&', ' and '), '[''’.]', '', 'g'), '[^a-z0-9\u0080-\uffff]+', ' ', 'g')) as text
  )
  select coalesce(
    nullif(array_to_string(array(
      select word from plain, unnest(string_to_array(plain.text, ' ')) with ordinality as w (word, place)
      where word <> all (array['fc', 'afc', 'cf', 'sc', 'ac', 'cd', 'ud', 'club', 'football', 'futbol', 'the', 'de', 'del', 'la', 'of', 'and', 'y', 'los', 'les'])
      order by place), ' '), ''),
    (select nullif(text, '') from plain), lower(name))
$$;

alter table performers
  add column same_as jsonb not null default '[]' check (jsonb_typeof(same_as) = 'array'),
  add column provider_codes jsonb not null default '[]' check (jsonb_typeof(provider_codes) = 'array'),
  add column tag_ids bigint[] not null default '{}',
  add column seo_title text check (char_length(seo_title) between 1 and 70),
  add column seo_description text check (char_length(seo_description) between 1 and 160),
  add column duplicate_count integer not null default 0 check (duplicate_count >= 0),
  add column publication text not null default 'draft' check (publication in ('draft', 'in_review', 'published', 'unpublished', 'archived')),
  add column publish_at timestamptz(3),
  add column unpublish_at timestamptz(3),
  add column published_at timestamptz(3);
-- All of them had a page until now.
update performers set publication = 'published', published_at = updated_at;
create trigger performers_publication before update of publication on performers for each row execute function publication_step();
drop trigger performers_translations on performers;
create trigger performers_translations after insert or delete or update of biography, seo_title, seo_description on performers
  for each row execute function translations_follow('performers', 'biography', 'biography', 'seoTitle', 'seo_title', 'seoDescription', 'seo_description');
create trigger performers_tag_ids before insert or update of tag_ids on performers
  for each row when (new.tag_ids <> '{}') execute function refs_exist('tag_ids', 'tags');
create index performers_tag_ids on performers using gin (tag_ids);
create index performers_same_as on performers using gin (same_as jsonb_path_ops);
create index performers_provider_codes on performers using gin (provider_codes jsonb_path_ops);
create index performers_duplicates on performers (duplicate_count, sort_name, id);
create index performers_publication on performers (publication, sort_name, id);

-- What a provider calls somebody is one performer, or none: never two.
create function provider_codes_name_one_performer() returns trigger language plpgsql as $$
declare
  taken text;
begin
  -- Whoever brings the same code at the same moment waits here.
  perform pg_advisory_xact_lock(hashtext('performers.provider_codes'));
  if (select count(*) > count(distinct (entry ->> 'provider', entry ->> 'code')) from jsonb_array_elements(new.provider_codes) as entry) then
    raise exception 'a provider code is listed twice'
      using errcode = 'check_violation', table = 'performers', constraint = 'each_provider_code_stands_there_once';
  end if;
  select p.name into taken from jsonb_array_elements(new.provider_codes) as own
    join performers p on p.provider_codes @> jsonb_build_array(own) and p.id <> new.id limit 1;
  if taken is not null then
    raise exception 'a provider code belongs to %', taken
      using errcode = 'check_violation', table = 'performers', constraint = 'no_provider_code_belongs_to_two_performers';
  end if;
  return new;
end
$$;
create trigger performers_provider_codes before insert or update of provider_codes on performers
  for each row when (new.provider_codes <> '[]') execute function provider_codes_name_one_performer();

-- Every name of a performer by its key, so that those of one key, and those nearly alike, are found by an index.
create table performer_names (
  performer_id bigint not null references performers (id) on delete cascade,
  name_key text not null,
  is_own boolean not null,
  primary key (performer_id, name_key)
);
create index performer_names_key on performer_names (name_key);
create index performer_names_alike on performer_names using gin (name_key gin_trgm_ops);

-- Performers whose candidates have to be worked out again.
create table performer_queue (
  performer_id bigint primary key references performers (id) on delete cascade
);

-- Two that may be one, with how sure that is in 100. Worked out by a job; what speaks for it is worked out when it is read.
create table performer_pairs (
  one_id bigint not null references performers (id) on delete cascade,
  other_id bigint not null references performers (id) on delete cascade,
  score integer not null check (score between 1 and 100),
  primary key (one_id, other_id),
  constraint a_pair_stands_there_once check (one_id < other_id)
);
create index performer_pairs_other on performer_pairs (other_id);
create index performer_pairs_score on performer_pairs (score desc, one_id, other_id);

-- Two of which somebody has said that they are not one. No foreign keys: one that is merged away may come back, and the
-- decision with it.
create table performer_distinctions (
  one_id bigint not null,
  other_id bigint not null,
  decided_by text not null check (char_length(decided_by) between 1 and 200),
  decided_at timestamptz(3) not null default now(),
  primary key (one_id, other_id),
  constraint a_distinction_stands_there_once check (one_id < other_id)
);
create index performer_distinctions_other on performer_distinctions (other_id);

create function performers_keep_names() returns trigger language plpgsql as $$
begin
  delete from performer_names where performer_id = new.id;
  insert into performer_names (performer_id, name_key, is_own)
    select new.id, performer_key(name), bool_or(is_own)
    from (select new.name as name, true as is_own union all select word, false from unnest(new.variations) as v (word) where btrim(word) <> '') names
    group by 2;
  return null;
end
$$;
create trigger performers_names after insert or update of name, variations on performers
  for each row execute function performers_keep_names();
create function performers_wait_for_candidates() returns trigger language plpgsql as $$
begin
  insert into performer_queue values (new.id) on conflict do nothing;
  return null;
end
$$;
create trigger performers_wait after insert or update of name, variations, kind, sport, genre, home_venue_id, country_id, website, same_as on performers
  for each row execute function performers_wait_for_candidates();
create function performer_pairs_count() returns trigger language plpgsql as $$
declare
  pair performer_pairs := case when tg_op = 'DELETE' then old else new end;
begin
  update performers p set duplicate_count = c.count from (
    select g.id, (select count(*) from performer_pairs d where d.one_id = g.id or d.other_id = g.id) as count from (values (pair.one_id), (pair.other_id)) as g (id)
  ) c where p.id = c.id and p.duplicate_count <> c.count;
  return null;
end
$$;
create trigger performer_pairs_counted after insert or delete on performer_pairs for each row execute function performer_pairs_count();
insert into performer_names (performer_id, name_key, is_own)
  select id, performer_key(name), bool_or(is_own)
  from (select id, name, true as is_own from performers union all select p.id, v.word, false from performers p, unnest(p.variations) as v (word) where btrim(v.word) <> '') names
  group by 1, 2;
insert into performer_queue select id from performers;

-- What providers call events that were merged into one: their updates arrive at that.
alter table events add column other_codes jsonb not null default '[]' check (jsonb_typeof(other_codes) = 'array');
create index events_other_codes on events using gin (other_codes jsonb_path_ops) where other_codes <> '[]';

-- Merges keep what the one that stays was before and became, so that an undo gives back just that; and what was there
-- twice and went.
alter table merges
  add column took text[] not null default '{}',
  add column winner_before jsonb not null default '{}' check (jsonb_typeof(winner_before) = 'object'),
  add column winner_after jsonb not null default '{}' check (jsonb_typeof(winner_after) = 'object'),
  add column texts jsonb not null default '{}' check (jsonb_typeof(texts) = 'object'),
  add column folded jsonb not null default '{}' check (jsonb_typeof(folded) = 'object');
-- Of lists that named both: what they were, in their order, by the id of their row.
alter table merge_moves add column was jsonb not null default '{}' check (jsonb_typeof(was) = 'object');

-- Whoever could write performers made them public by doing so; from now on that is a right of its own.
insert into role_permissions (role_id, object, action)
select role_id, object, 'publish' from role_permissions where object = 'performers' and action = 'write'
on conflict do nothing;
