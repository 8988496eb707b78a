-- One verdict on the links of a text, for lists, checklists and panels: of an unknown code, to a record that is not there, to a page
-- that is not public, or good. What was merged away counts as what it became.
create function link_verdict(element text) returns text language plpgsql stable as $$
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
    target := heir_of(case code when 'c' then 'cities' when 'ev' then 'events' when 'ca' then 'categories' when 'sc' then 'subcategories'
      when 'pr' then 'products' when 'pa' then 'aliases' else 'performers' end, target);
    return case when target is null then 'missing' else link_verdict(code || '-' || target) end;
  end if;
  return case when is_public then 'ok' else 'unpublished' end;
end
$$;

-- Reads markers as `parseLinkMarkers` of src/kit/link-marker.ts does. Splitting takes a twentieth of a regular expression.
create function broken_links_of_marked(content text) returns integer language plpgsql stable as $$
declare
  pieces text[] := string_to_array(content, ':::link|text=');
  parts text[];
  body text;
  broken integer := 0;
  is_end_of_another boolean := false;
begin
  for place in 2 .. cardinality(pieces) loop
    if is_end_of_another then
      is_end_of_another := false;
      continue;
    end if;
    body := split_part(pieces[place], ':::', 1);
    parts := string_to_array(body, '|element=');
    -- The last piece may have no end; the colons of the next beginning are an end too, and then begin nothing.
    continue when cardinality(parts) < 2 or (body = pieces[place] and place = cardinality(pieces));
    is_end_of_another := body = pieces[place];
    if link_verdict(parts[cardinality(parts)]) <> 'ok' then
      broken := broken + 1;
    end if;
  end loop;
  return broken;
end
$$;
-- Small enough for the planner to write it into the statement, so a text without a marker costs one look at it.
create or replace function broken_links(content text) returns integer language sql stable as $$
  select case when position(':::link|' in content) > 0 then broken_links_of_marked(content) else 0 end
$$;
drop function link_element_is_broken(text);

-- The few translations that link anywhere, for lists that count broken links.
create index translations_with_links on translations (resource, record_id) where position(':::link|' in text) > 0;
