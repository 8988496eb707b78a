-- Sort names and slugs follow from names where nobody gives them, so a caller may leave them out. No row does.
alter table performers
  alter column sort_name drop not null,
  add constraint a_performer_has_a_sort_name check (sort_name is not null),
  alter column slug drop not null,
  add constraint a_performer_has_a_slug check (slug is not null),
  add column league text check (char_length(league) between 1 and 80),
  add column links jsonb not null default '[]' check (jsonb_typeof(links) = 'array'),
  add column is_namesake boolean not null default false;
create index performers_league on performers (league, sort_name, id) where league is not null;

-- Teams and shows are looked for by their first word: nobody looks for the Dodgers under "Angeles Dodgers, Los".
update performers set sort_name = name
where kind in ('team', 'show') and sort_name = regexp_replace(name, '^(The|Los|Les|Las|La|El|I) (.+)$', '\2, \1') and sort_name <> name;

-- One website becomes the first of several links. Official pages are shown by https alone.
drop trigger performers_wait on performers;
update performers set links = jsonb_build_array(jsonb_build_object('kind', 'website', 'url', regexp_replace(website, '^http://', 'https://', 'i'))) where website is not null;
alter table performers drop column website;
create trigger performers_wait after insert or update of name, variations, kind, sport, genre, home_venue_id, country_id, links, same_as on performers
  for each row execute function performers_wait_for_candidates();
