-- What was approved for the same or nearly the same source is proposed again: looked for by likeness, beyond 2,000 characters by being the same.
create index translations_memory on translations using gin (source gin_trgm_ops)
  where status = 'approved' and outdated_at is null and not is_record_gone and field <> 'slug' and char_length(source) <= 2000;
create index translations_same_source on translations (locale, source_hash) where status = 'approved' and field <> 'slug';
