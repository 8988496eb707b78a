-- Which links the texts of aliases and static pages have, each with its verdict, and how many of them are broken: kept when a text
-- changes and when what a link leads to becomes public or stops being it, so that lists filter and sort by a column.

-- The elements of a text's link markers in their order, read as `parseLinkMarkers` of src/kit/link-marker.ts does.
create function link_elements(content text) returns setof text language plpgsql immutable as $$
declare
  pieces text[] := string_to_array(content, ':::link|text=');
  parts text[];
  body text;
  is_end_of_another boolean := false;
begin
  for place in 2 .. coalesce(cardinality(pieces), 0) loop
    if is_end_of_another then
      is_end_of_another := false;
      continue;
    end if;
    body := split_part(pieces[place], ':::', 1);
    parts := string_to_array(body, '|element=');
    -- The last piece may have no end; the colons of the next beginning are an end too, and then begin nothing.
    continue when cardinality(parts) < 2 or (body = pieces[place] and place = cardinality(pieces));
    is_end_of_another := body = pieces[place];
    return next parts[cardinality(parts)];
  end loop;
end
$$;
create or replace function broken_links_of_marked(content text) returns integer language sql stable as $$
  select count(*)::integer from link_elements(content) as e (element) where link_verdict(e.element) <> 'ok'
$$;

create table page_links (
  resource text not null check (resource in ('aliases', 'static-pages')),
  record_id bigint not null,
  -- As the marker says it. What is longer leads nowhere, so its end is not kept.
  element text not null check (char_length(element) <= 200),
  code text not null generated always as (split_part(element, '-', 1)) stored,
  target bigint generated always as (case when element ~ '^(c|ev|ca|sc|pr|pa|per)-[0-9]{1,15}(-[0-9]{1,15})?$' then split_part(element, '-', 2)::bigint end) stored,
  -- How often it stands in the texts of the page, in all languages.
  links integer not null check (links > 0),
  is_broken boolean not null,
  primary key (resource, record_id, element)
);
create index page_links_target on page_links (code, target) where target is not null;

alter table aliases add column broken_link_count integer not null default 0 check (broken_link_count >= 0);
alter table static_pages add column broken_link_count integer not null default 0 check (broken_link_count >= 0);
create index aliases_broken_links on aliases (broken_link_count, id);
create index static_pages_broken_links on static_pages (broken_link_count, id);

-- The rows are locked in one order, since what two records that change lead to may stand on the same pages.
create function count_broken_links(of_resource text, ids bigint[]) returns void language plpgsql as $$
begin
  if of_resource = 'aliases' then
    perform from aliases where id = any(ids) order by id for no key update;
    update aliases a set broken_link_count = c.broken from (
      select wanted.id, coalesce(sum(l.links) filter (where l.is_broken), 0)::integer as broken
      from unnest(ids) as wanted (id) left join page_links l on l.resource = of_resource and l.record_id = wanted.id group by wanted.id
    ) c where a.id = c.id and a.broken_link_count <> c.broken;
  else
    perform from static_pages where id = any(ids) order by id for no key update;
    update static_pages p set broken_link_count = c.broken from (
      select wanted.id, coalesce(sum(l.links) filter (where l.is_broken), 0)::integer as broken
      from unnest(ids) as wanted (id) left join page_links l on l.resource = of_resource and l.record_id = wanted.id group by wanted.id
    ) c where p.id = c.id and p.broken_link_count <> c.broken;
  end if;
end
$$;

-- Reads the links of pages anew. The fields are those of rich text in their definitions, which a test compares.
create function read_page_links(of_resource text, ids bigint[]) returns void language plpgsql as $$
begin
  delete from page_links where resource = of_resource and record_id = any(ids);
  insert into page_links (resource, record_id, element, links, is_broken)
  select of_resource, s.id, left(s.element, 200), count(*), bool_or(link_verdict(s.element) <> 'ok')
  from (
    select a.id, link_elements(concat_ws(' ', a.long_text, a.highlights, a.inclusions, a.exclusions)) as element
    from aliases a where of_resource = 'aliases' and a.id = any(ids)
    union all
    select p.id, link_elements(p.body) from static_pages p where of_resource = 'static-pages' and p.id = any(ids)
    union all
    select x.record_id, link_elements(x.text) from translations x
    where x.resource = of_resource and x.record_id = any(ids) and not x.is_record_gone and position(':::link|' in x.text) > 0
      and x.field = any(case of_resource when 'aliases' then array['longText', 'highlights', 'inclusions', 'exclusions'] else array['body'] end)
  ) s group by s.id, left(s.element, 200);
  perform count_broken_links(of_resource, ids);
end
$$;

create function page_links_of_text() returns trigger language plpgsql as $$
begin
  perform read_page_links(tg_argv[0], array[new.id]);
  return null;
end
$$;
create trigger aliases_links after insert on aliases for each row
  when (position(':::link|' in concat_ws(' ', new.long_text, new.highlights, new.inclusions, new.exclusions)) > 0) execute function page_links_of_text('aliases');
create trigger aliases_links_again after update of long_text, highlights, inclusions, exclusions on aliases for each row
  when (concat_ws(' ', new.long_text, new.highlights, new.inclusions, new.exclusions) is distinct from concat_ws(' ', old.long_text, old.highlights, old.inclusions, old.exclusions)
    and (position(':::link|' in concat_ws(' ', new.long_text, new.highlights, new.inclusions, new.exclusions)) > 0
      or position(':::link|' in concat_ws(' ', old.long_text, old.highlights, old.inclusions, old.exclusions)) > 0)) execute function page_links_of_text('aliases');
create trigger static_pages_links after insert on static_pages for each row
  when (position(':::link|' in new.body) > 0) execute function page_links_of_text('static-pages');
create trigger static_pages_links_again after update of body on static_pages for each row
  when (new.body is distinct from old.body and (position(':::link|' in new.body) > 0 or position(':::link|' in old.body) > 0)) execute function page_links_of_text('static-pages');

create function page_links_go() returns trigger language plpgsql as $$
begin
  delete from page_links where resource = tg_argv[0] and record_id = old.id;
  return null;
end
$$;
create trigger aliases_links_go after delete on aliases for each row execute function page_links_go('aliases');
create trigger static_pages_links_go after delete on static_pages for each row execute function page_links_go('static-pages');

create function page_links_of_translation() returns trigger language plpgsql as $$
begin
  perform read_page_links(coalesce(new.resource, old.resource), array[coalesce(new.record_id, old.record_id)]);
  return null;
end
$$;
create trigger translations_links after insert on translations for each row
  when (new.resource in ('aliases', 'static-pages') and position(':::link|' in new.text) > 0) execute function page_links_of_translation();
create trigger translations_links_again after update of text, is_record_gone on translations for each row
  when (new.resource in ('aliases', 'static-pages') and (new.text is distinct from old.text or new.is_record_gone is distinct from old.is_record_gone)
    and (position(':::link|' in new.text) > 0 or position(':::link|' in old.text) > 0)) execute function page_links_of_translation();
create trigger translations_links_go after delete on translations for each row
  when (old.resource in ('aliases', 'static-pages') and position(':::link|' in old.text) > 0) execute function page_links_of_translation();

-- A record has become public, or is it no more: so have links to it, and to all that was merged into it.
create function judge_links_to(of_code text, of_resource text, of_id bigint) returns void language plpgsql as $$
declare
  pages record;
begin
  for pages in
    with recursive names (id) as (
      select of_id union select m.loser_id from merges m join names n on m.winner_id = n.id where m.resource = of_resource and m.status = 'merged'
    ), judged as (
      update page_links l set is_broken = not l.is_broken
      where l.code = of_code and l.target in (select id from names) and l.is_broken <> (link_verdict(l.element) <> 'ok') returning l.resource, l.record_id
    )
    select resource, array_agg(distinct record_id) as ids from judged group by resource
  loop
    perform count_broken_links(pages.resource, pages.ids);
  end loop;
end
$$;
create function page_links_follow() returns trigger language plpgsql as $$
begin
  perform judge_links_to(tg_argv[0], tg_argv[1], case when tg_op = 'DELETE' then old.id else new.id end);
  return null;
end
$$;
do $$
declare
  target record;
begin
  for target in select * from (values
    ('cities', 'cities', 'c', '%1$s.publication = ''published'''),
    ('events', 'events', 'ev', '(%1$s.publication = ''published'' and not %1$s.is_hidden)'),
    ('categories', 'categories', 'ca', '%1$s.publication = ''published'''),
    ('subcategories', 'subcategories', 'sc', '%1$s.publication = ''published'''),
    ('products', 'products', 'pr', '%1$s.status = ''live'''),
    ('aliases', 'aliases', 'pa', '%1$s.publication = ''published'''),
    ('performers', 'performers', 'per', '%1$s.publication = ''published''')
  ) as known (of_table, of_resource, code, is_public) loop
    execute format('create trigger %1$s_links_to after insert on %1$s for each row when (%2$s) execute function page_links_follow(%3$L, %4$L)',
      target.of_table, format(target.is_public, 'new'), target.code, target.of_resource);
    execute format('create trigger %1$s_links_to_again after update on %1$s for each row when (%2$s is distinct from %3$s) execute function page_links_follow(%4$L, %5$L)',
      target.of_table, format(target.is_public, 'new'), format(target.is_public, 'old'), target.code, target.of_resource);
    execute format('create trigger %1$s_links_to_gone after delete on %1$s for each row when (%2$s) execute function page_links_follow(%3$L, %4$L)',
      target.of_table, format(target.is_public, 'old'), target.code, target.of_resource);
  end loop;
end
$$;

-- What was merged away counts as what it became, once it has.
create function page_links_of_merged() returns trigger language plpgsql as $$
begin
  perform judge_links_to(case new.resource when 'cities' then 'c' when 'events' then 'ev' else 'per' end, new.resource, new.loser_id);
  return null;
end
$$;
create trigger merges_links after update of status on merges for each row
  when (new.status <> old.status and new.resource in ('cities', 'events', 'performers')) execute function page_links_of_merged();

-- What is there already.
select read_page_links('aliases', coalesce(array_agg(id), '{}')) from (
  select id from aliases where position(':::link|' in concat_ws(' ', long_text, highlights, inclusions, exclusions)) > 0
  union select record_id from translations where resource = 'aliases' and not is_record_gone and position(':::link|' in text) > 0
) as linking;
select read_page_links('static-pages', coalesce(array_agg(id), '{}')) from (
  select id from static_pages where position(':::link|' in body) > 0
  union select record_id from translations where resource = 'static-pages' and not is_record_gone and position(':::link|' in text) > 0
) as linking;
