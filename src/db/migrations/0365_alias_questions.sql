-- The questions and answers of an alias become a text like its others: rich text whose headings are the questions, in the
-- default language, with its translations beside it. Before, each question named its language.

alter table aliases rename column faq to former_questions;
alter table aliases add column faq text check (char_length(faq) between 1 and 60000);

create function pg_temp.words_of(value text) returns text language sql immutable as $$
  select replace(replace(replace(replace(btrim(regexp_replace(value, '[ \t\r\f]+', ' ', 'g'), E' \n'),
    '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;')
$$;

-- A question whose language is none of the site's stays with those of the default language, so that nothing is lost.
create temporary table alias_questions on commit drop as
  select a.id, coalesce(l.code, d.code) as locale, coalesce(l.is_default, true) as is_source,
    string_agg('<h3>' || replace(pg_temp.words_of(q.value->>'question'), E'\n', ' ') || '</h3><p>'
      || regexp_replace(pg_temp.words_of(q.value->>'answer'), ' ?\n\s*', '</p><p>', 'g') || '</p>', '' order by q.place) as html
  from aliases a
  cross join lateral jsonb_array_elements(a.former_questions) with ordinality as q (value, place)
  left join locales l on l.code = q.value->>'locale'
  left join locales d on d.is_default
  group by 1, 2, 3;

update aliases a set faq = q.html from alias_questions q where q.id = a.id and q.is_source;

-- Readers of a language saw its questions as they were, so they are approved.
insert into translations (resource, record_id, field, locale, text, status, source, translator_name)
  select 'aliases', a.id, 'faq', q.locale, q.html, 'approved', coalesce(a.faq, ''), 'Marquee'
  from alias_questions q join aliases a on a.id = q.id where not q.is_source;

alter table aliases drop column former_questions;

drop trigger aliases_translations on aliases;
create trigger aliases_translations after insert or delete or update of title, slug, heading, short_text, long_text,
  highlights, inclusions, exclusions, faq, seo_title, seo_description on aliases
  for each row execute function translations_follow('aliases', 'title', 'title', 'slug', 'slug', 'heading', 'heading',
    'shortText', 'short_text', 'longText', 'long_text', 'highlights', 'highlights', 'inclusions', 'inclusions',
    'exclusions', 'exclusions', 'faq', 'faq', 'seoTitle', 'seo_title', 'seoDescription', 'seo_description');
create trigger aliases_faq_shows after insert or update of faq or delete on aliases
  for each row execute function rich_text_shows('faq');

-- Answers can link too.
create or replace function read_page_links(of_resource text, ids bigint[]) returns void language plpgsql as $$
begin
  delete from page_links where resource = of_resource and record_id = any(ids);
  insert into page_links (resource, record_id, element, links, is_broken)
  select of_resource, s.id, left(s.element, 200), count(*), bool_or(link_verdict(s.element) <> 'ok')
  from (
    select a.id, link_elements(concat_ws(' ', a.long_text, a.highlights, a.inclusions, a.exclusions, a.faq)) as element
    from aliases a where of_resource = 'aliases' and a.id = any(ids)
    union all
    select p.id, link_elements(p.body) from static_pages p where of_resource = 'static-pages' and p.id = any(ids)
    union all
    select x.record_id, link_elements(x.text) from translations x
    where x.resource = of_resource and x.record_id = any(ids) and not x.is_record_gone
      and position(':::link|' in x.text) > 0
      and x.field = any(case of_resource
        when 'aliases' then array['longText', 'highlights', 'inclusions', 'exclusions', 'faq'] else array['body'] end)
  ) s group by s.id, left(s.element, 200);
  perform count_broken_links(of_resource, ids);
end
$$;

drop trigger aliases_links on aliases;
drop trigger aliases_links_again on aliases;
create trigger aliases_links after insert on aliases
  for each row when (position(':::link|' in concat_ws(' ', new.long_text, new.highlights, new.inclusions,
    new.exclusions, new.faq)) > 0) execute function page_links_of_text('aliases');
create trigger aliases_links_again after update of long_text, highlights, inclusions, exclusions, faq on aliases
  for each row when (concat_ws(' ', new.long_text, new.highlights, new.inclusions, new.exclusions, new.faq)
    is distinct from concat_ws(' ', old.long_text, old.highlights, old.inclusions, old.exclusions, old.faq)
    and (position(':::link|' in concat_ws(' ', new.long_text, new.highlights, new.inclusions, new.exclusions,
      new.faq)) > 0
    or position(':::link|' in concat_ws(' ', old.long_text, old.highlights, old.inclusions, old.exclusions,
      old.faq)) > 0))
    execute function page_links_of_text('aliases');

-- Questions that link were not looked at before. Pages with links elsewhere were.
select read_page_links('aliases', array_agg(a.id)) from aliases a
  where position(':::link|' in a.faq) > 0 having count(*) > 0;
