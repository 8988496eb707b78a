-- What providers call a section of a venue otherwise than its map does, as somebody has said it: `[{ "spelling", "section" }]`.
-- By name rather than by row, because a manifest is replaced as a whole and its sections with it.
create function spellings_differ(rules jsonb) returns boolean language sql immutable parallel safe as $$
  select count(*) = count(distinct lower(btrim(entry ->> 'spelling'))) from jsonb_array_elements(rules) as entry
$$;
alter table venues
  add column section_spellings jsonb not null default '[]' check (jsonb_typeof(section_spellings) = 'array'),
  add constraint each_spelling_means_one_section check (spellings_differ(section_spellings));
