-- What people type for a tag is not what it is called, stands there once in any case, and leads to no tag that leads back.

-- Words without the name itself and without those that are there before, in capitals or not, in their order.
create function synonyms_of(name text, words text[]) returns text[] language sql immutable as $$
  select coalesce(array_agg(word order by place), '{}') from (
    select word, place, row_number() over (partition by lower(word) order by place) as nth from unnest(words) with ordinality as given (word, place)
  ) numbered where nth = 1 and lower(word) <> lower(name)
$$;

-- The first tag among the synonyms of one from which synonyms lead back to it; null where none does.
create function tag_that_leads_back(tag bigint, tag_kind text, tag_name text, words text[]) returns text language sql stable as $$
  with recursive reached as (
    select t.id, t.name as first, t.synonyms from tags t
    where t.kind = tag_kind and t.id <> tag and lower(t.name) in (select lower(word) from unnest(words) as word)
    union
    select t.id, r.first, t.synonyms from reached r join tags t on t.kind = tag_kind and t.id <> tag and lower(t.name) in (select lower(word) from unnest(r.synonyms) as word)
  )
  select first from reached where lower(tag_name) in (select lower(word) from unnest(synonyms) as word) order by first limit 1
$$;

create function tags_keep_synonyms() returns trigger language plpgsql as $$
declare
  other text;
begin
  -- Two tags that name each other at the same moment: the later waits here and sees the other.
  perform pg_advisory_xact_lock(hashtext('tags.synonyms'));
  new.synonyms := synonyms_of(new.name, new.synonyms);
  loop
    other := tag_that_leads_back(new.id, new.kind, new.name, new.synonyms);
    exit when other is null;
    -- What a merge hands over (0030) is left out where it would lead in a circle.
    if pg_trigger_depth() = 1 then
      raise exception '% leads back by its synonyms', other using errcode = 'check_violation', table = 'tags', constraint = 'no_synonyms_lead_in_a_circle';
    end if;
    new.synonyms := array(select word from unnest(new.synonyms) with ordinality as own (word, place) where lower(word) <> lower(other) order by place);
  end loop;
  return new;
end
$$;

-- Those of an older release: the newer tag of a circle loses the word.
update tags set synonyms = synonyms_of(name, synonyms), version = version + 1, updated_at = now() where synonyms <> synonyms_of(name, synonyms);
do $$
declare
  tag record;
  words text[];
  other text;
begin
  for tag in select id, kind, name, synonyms from tags where synonyms <> '{}' order by id desc loop
    words := tag.synonyms;
    loop
      other := tag_that_leads_back(tag.id, tag.kind, tag.name, words);
      exit when other is null;
      words := array(select word from unnest(words) with ordinality as own (word, place) where lower(word) <> lower(other) order by place);
    end loop;
    if words <> tag.synonyms then
      update tags set synonyms = words, version = version + 1, updated_at = now() where id = tag.id;
    end if;
  end loop;
end
$$;
create trigger tags_synonyms before insert or update of name, kind, synonyms on tags
  for each row when (new.synonyms <> '{}') execute function tags_keep_synonyms();

-- Viator numbers its tags: anything else could never be on one of its products.
update tags set version = version + 1, updated_at = now(), supplier_tags = (
  select coalesce(jsonb_agg(entry order by place), '[]') from jsonb_array_elements(supplier_tags) with ordinality as given (entry, place)
  where entry ->> 'supplier' <> 'viator' or entry ->> 'code' ~ '^[0-9]+$')
where jsonb_path_exists(supplier_tags, '$[*] ? (@.supplier == "viator" && !(@.code like_regex "^[0-9]+$"))');
alter table tags add constraint viator_numbers_its_tags check (not jsonb_path_exists(supplier_tags, '$[*] ? (@.supplier == "viator" && !(@.code like_regex "^[0-9]+$"))'));
-- The demo had one that was none.
update products set supplier_tags = array_replace(supplier_tags, '11922-2', '21479') where supplier_tags @> array['11922-2'];
