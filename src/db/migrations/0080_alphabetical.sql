-- Lists are sorted as people sort words (decision 0050). Every index that a list of words is sorted by is made anew in that order: those in
-- which the word comes right before the id. Where it comes earlier, it is looked up, and stays as it is.
create collation alphabetical (provider = icu, locale = 'und');

do $$
declare
  found record;
begin
  for found in
    select i.indexrelid::regclass::text as name, replace(pg_get_indexdef(i.indexrelid), word || rest, word || ' COLLATE alphabetical' || rest) as made
    from (values
      ('purchases', 'customer_name'), ('aliases', 'title'), ('products', 'title'), ('products', 'supplier_code'),
      ('product_options', 'title'), ('product_options', 'code'), ('product_age_bands', 'title'), ('product_age_bands', 'supplier_label'),
      ('product_drift_rules', 'name'), ('events', 'name'), ('performers', 'name'), ('performers', 'sort_name'), ('performers', 'genre'),
      ('performers', 'league'), ('rules', 'name'), ('tags', 'name'), ('tags', 'group_name'), ('lineups', 'name'), ('matches', 'name'),
      ('subcategories', 'name'), ('authors', 'name'), ('static_pages', 'title'), ('product_reviews', 'headline'),
      ('product_reviews', 'author_name'), ('alias_reviews', 'headline'), ('alias_reviews', 'author_name'), ('lineup_reviews', 'headline'),
      ('lineup_reviews', 'author_name'), ('customers', 'name'), ('staff', 'name'), ('countries', 'name'), ('cities', 'name'),
      ('venues', 'name'), ('venues', 'address'), ('venue_configurations', 'name'), ('venue_sections', 'name')
    ) as sorted ("table", word)
    join pg_index i on i.indrelid = sorted."table"::regclass and not i.indisunique,
    lateral (values (', id)'), (' DESC NULLS LAST, id DESC)'), (' DESC, id DESC)')) as ends (rest)
    where pg_get_indexdef(i.indexrelid) ~ ('[( ]' || word || replace(replace(rest, ')', '\)'), '(', '\('))
  loop
    execute format('drop index %s', found.name);
    execute found.made;
  end loop;
end $$;

-- Performers are asked for by league as well.
create index performers_league on performers (league, id) where league is not null;
