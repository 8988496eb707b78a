-- Who signs what is public, and who translates what.

-- How many published pages carry an author's name.
create function published_bylines(author bigint) returns integer language sql stable as $$
  select ((select count(*) from categories where author_id = author and publication = 'published')
    + (select count(*) from subcategories where author_id = author and publication = 'published')
    + (select count(*) from aliases where author_id = author and publication = 'published')
    + (select count(*) from lineups where author_id = author and publication = 'published'))::integer
$$;

-- A byline leads to the author's page, so that is public for as long as a page that is public carries the name. Pages that
-- carried another one before this was asked keep it until they are changed.
create function pages_are_signed_by_published_authors() returns trigger language plpgsql as $$
begin
  -- Shared, so that nobody takes the author down at the same moment.
  if not exists (select from authors where id = new.author_id and publication = 'published' for share) then
    raise exception 'author % is not published', new.author_id
      using errcode = 'check_violation', table = tg_table_name, constraint = 'a_published_page_is_signed_by_a_published_author';
  end if;
  return new;
end
$$;
create trigger categories_byline before update of publication, author_id on categories for each row
  when (new.publication = 'published' and new.author_id is not null and (old.publication, old.author_id) is distinct from (new.publication, new.author_id))
  execute function pages_are_signed_by_published_authors();
create trigger subcategories_byline before update of publication, author_id on subcategories for each row
  when (new.publication = 'published' and new.author_id is not null and (old.publication, old.author_id) is distinct from (new.publication, new.author_id))
  execute function pages_are_signed_by_published_authors();
create trigger aliases_byline before update of publication, author_id on aliases for each row
  when (new.publication = 'published' and new.author_id is not null and (old.publication, old.author_id) is distinct from (new.publication, new.author_id))
  execute function pages_are_signed_by_published_authors();
create trigger lineups_byline before update of publication, author_id on lineups for each row
  when (new.publication = 'published' and new.author_id is not null and (old.publication, old.author_id) is distinct from (new.publication, new.author_id))
  execute function pages_are_signed_by_published_authors();

create or replace function authors_keep_bylines() returns trigger language plpgsql as $$
begin
  if new.publication = 'archived' and (exists (select from categories where author_id = new.id) or exists (select from subcategories where author_id = new.id)
      or exists (select from aliases where author_id = new.id) or exists (select from lineups where author_id = new.id)) then
    raise exception 'author % has bylines', new.id
      using errcode = 'check_violation', table = 'authors', constraint = 'give_their_bylines_to_somebody_else_first';
  end if;
  if old.publication = 'published' and new.publication <> 'published' and published_bylines(new.id) > 0 then
    raise exception 'published pages are signed by author %', new.id
      using errcode = 'check_violation', table = 'authors', constraint = 'published_pages_keep_a_published_author';
  end if;
  return new;
end
$$;

-- Who is to translate a text, also one that is not there yet: so this is beside the translations and not in them.
create table translation_assignments (
  resource text not null check (char_length(resource) between 1 and 60),
  record_id bigint not null,
  field text not null check (char_length(field) between 1 and 60),
  locale text not null references locales (code),
  assignee_id bigint not null references staff (id) on delete cascade,
  assigned_by_name text not null check (char_length(assigned_by_name) between 1 and 160),
  assigned_at timestamptz(3) not null default now(),
  primary key (resource, record_id, field, locale)
);
create index translation_assignments_assignee on translation_assignments (assignee_id, resource, record_id);
