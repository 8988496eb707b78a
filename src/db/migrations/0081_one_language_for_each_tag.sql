-- Search engines are told one language by each tag: what one is told by is neither the tag of another, nor what that is told by.
-- Where two were told alike the tag decides, then who came first.
update locales l set hreflang = null where exists (
  select from locales o where o.id <> l.id and (lower(o.code) = lower(l.hreflang) or (o.id < l.id and lower(o.hreflang) = lower(l.hreflang))));

-- Two who give the same one at once would each see nothing of the other, so they queue up.
create function locales_are_told_apart() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('tags of locales', 0));
  if exists (select from locales o where o.id <> new.id
    and (lower(o.code) = lower(new.hreflang) or lower(o.hreflang) = lower(new.hreflang) or lower(o.hreflang) = lower(new.code))) then
    raise exception 'another language has the tag that search engines are told of %', new.code
      using errcode = 'check_violation', table = 'locales', column = 'hreflang', constraint = 'locales_hreflang_check';
  end if;
  return null;
end
$$;
create trigger locales_are_told_apart after insert or update of code, hreflang on locales
  for each row execute function locales_are_told_apart();
