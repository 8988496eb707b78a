-- Events as pages that staff keep, and their performances as a schedule that stays true: what has taken place is not
-- moved any more, and what providers say about a start is kept beside ours.

alter table events
  add column internal_name text check (char_length(internal_name) between 1 and 255),
  add column category_id bigint references categories (id),
  add column subcategory_id bigint references subcategories (id),
  add column tag_ids bigint[] not null default '{}',
  add column image_ids bigint[] not null default '{}',
  add column super_event_id bigint references events (id),
  add column provider_code text check (char_length(provider_code) between 1 and 64),
  add column terms text check (char_length(terms) between 1 and 4000),
  add column seo_title text check (char_length(seo_title) between 1 and 70),
  add column seo_description text check (char_length(seo_description) between 1 and 160),
  add column is_unlisted boolean not null default false,
  add column is_noindex boolean not null default false,
  add column notes text check (char_length(notes) between 1 and 4000),
  add column publish_at timestamptz(3),
  add column unpublish_at timestamptz(3),
  add column published_at timestamptz(3);

-- Addresses are as long as those of every page; what was longer keeps its beginning and says which event it is of.
update events set slug = rtrim(left(slug, 100), '-') || '-' || id where char_length(slug) > 120;
alter table events alter column slug drop not null, drop constraint events_slug_check,
  add constraint events_slug_check check (char_length(slug) between 1 and 120);
-- What was plain text is a paragraph from now on.
update events set description = '<p>' || replace(replace(replace(description, '&', '&amp;'), '<', '&lt;'), '>', '&gt;') || '</p>'
where description is not null and description not like '<p>%';
-- Whatever is public now, or was once, has addresses that have to lead somewhere.
update events set published_at = updated_at where publication in ('published', 'unpublished', 'archived');

alter table events
  add constraint no_event_is_part_of_itself check (super_event_id <> id),
  add constraint a_subcategory_needs_its_category check (subcategory_id is null or category_id is not null),
  add constraint events_provider_code_key unique (provider_id, provider_code);
-- A subcategory that moves to another category takes its events along.
create unique index subcategories_in_category on subcategories (id, category_id);
alter table events add constraint subcategory_is_of_the_category
  foreign key (subcategory_id, category_id) references subcategories (id, category_id) on update cascade;

create trigger events_publication before update of publication on events for each row execute function publication_step();
create trigger events_translations after insert or delete or update of name, slug, description, terms, seo_title, seo_description on events
  for each row execute function translations_follow('events', 'name', 'name', 'slug', 'slug', 'description', 'description', 'terms', 'terms',
    'seoTitle', 'seo_title', 'seoDescription', 'seo_description');
create trigger events_description_shows after insert or update of description or delete on events
  for each row execute function rich_text_shows('description');
create trigger events_tag_ids before insert or update of tag_ids on events
  for each row when (new.tag_ids <> '{}') execute function refs_exist('tag_ids', 'tags');
create trigger events_image_ids before insert or update of image_ids on events
  for each row when (new.image_ids <> '{}') execute function refs_exist('image_ids', 'images');

create index events_category on events (category_id, name, id);
create index events_subcategory on events (subcategory_id, name, id) where subcategory_id is not null;
create index events_tag_ids on events using gin (tag_ids);
create index events_image_ids on events using gin (image_ids);
create index events_super_event on events (super_event_id) where super_event_id is not null;
create index events_publication_list on events (publication, name, id);
drop index events_search;
create index events_search on events using gin (name gin_trgm_ops, slug gin_trgm_ops, internal_name gin_trgm_ops, provider_code gin_trgm_ops);

alter table performances
  add column provider_code text check (char_length(provider_code) between 1 and 64),
  add column notes text check (char_length(notes) between 1 and 4000);
create index performances_local_date on performances (local_date, starts_at, id);
create index performances_checked_at on performances (checked_at, id);
create index performances_search on performances using gin (provider_code gin_trgm_ops, time_zone gin_trgm_ops);

-- What has taken place is not moved any more: purchases, invoices and reports name its moment. A date that is still to be
-- decided has not taken place, whatever day stands in for it.
create function past_performances_stay() returns trigger language plpgsql as $$
begin
  raise exception 'performance % has taken place', old.id
    using errcode = 'check_violation', table = 'performances', constraint = 'past_performances_stay';
end
$$;
create trigger performances_past before update of local_date, local_time, doors_time, time_zone, starts_at, duration_minutes, is_time_tba on performances
  for each row when (
    old.starts_at <= now() and not old.is_date_tbd
    and (old.local_date, old.local_time, old.doors_time, old.time_zone, old.starts_at, old.duration_minutes, old.is_time_tba)
      is distinct from (new.local_date, new.local_time, new.doors_time, new.time_zone, new.starts_at, new.duration_minutes, new.is_time_tba)
  ) execute function past_performances_stay();

-- When a provider says that a performance begins. Where that is not what we say, somebody settles it once: it comes up
-- again only when the provider says something else.
create table provider_times (
  id bigint generated by default as identity primary key,
  performance_id bigint not null references performances (id) on delete cascade,
  provider_id bigint not null references providers (id),
  local_date date not null,
  -- Null: the provider does not know yet either.
  local_time time(0),
  seen_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  settled_as text check (settled_as in ('ours', 'theirs')),
  settled_by text check (char_length(settled_by) between 1 and 255),
  constraint provider_times_performance_key unique (performance_id, provider_id),
  constraint what_is_settled_says_how check (num_nonnulls(settled_at, settled_as, settled_by) in (0, 3))
);
create index provider_times_provider on provider_times (provider_id, settled_as);
create function provider_time_is_news() returns trigger language plpgsql as $$
begin
  new.settled_at := null;
  new.settled_as := null;
  new.settled_by := null;
  return new;
end
$$;
create trigger provider_times_news before update of local_date, local_time on provider_times
  for each row when ((old.local_date, old.local_time) is distinct from (new.local_date, new.local_time))
  execute function provider_time_is_news();
