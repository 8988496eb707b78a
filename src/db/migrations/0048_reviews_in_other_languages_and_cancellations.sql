-- What authors say, put into another language of the site by people. The author's own words stay and are always shown with
-- it; the row is there from the moment at which somebody asks for it.
create table review_translations (
  kind text not null check (kind in ('product', 'alias', 'lineup')),
  review_id bigint not null,
  locale text not null references locales (code),
  title text check (char_length(title) between 1 and 150),
  body text check (char_length(body) between 1 and 5000),
  translator_id bigint references staff (id) on delete set null,
  translator_name text check (char_length(translator_name) between 1 and 160),
  translated_at timestamptz(3),
  asked_by_name text not null check (char_length(asked_by_name) between 1 and 160),
  asked_at timestamptz(3) not null default now(),
  primary key (kind, review_id, locale),
  constraint what_is_translated_says_by_whom_and_when check (
    (body is null) = (translated_at is null) and (body is null) = (translator_name is null) and (body is not null or title is null))
);
create index review_translations_translator on review_translations (translator_id) where translator_id is not null;
create index review_translations_locale on review_translations (locale);

-- Arguments: the kind. Reviews say by themselves in which languages they wait and are, so that lists ask one table.
create function review_languages_follow() returns trigger language plpgsql as $$
declare
  row_of review_translations := case when tg_op = 'DELETE' then old else new end;
begin
  execute format('update %I set waiting_locales = w.waiting, translated_locales = w.done from (
      select coalesce(array_agg(locale order by locale) filter (where body is null), ''{}'') as waiting,
        coalesce(array_agg(locale order by locale) filter (where body is not null), ''{}'') as done
      from review_translations where kind = $1 and review_id = $2) w
    where id = $2 and (waiting_locales, translated_locales) is distinct from (w.waiting, w.done)', row_of.kind || '_reviews')
    using row_of.kind, row_of.review_id;
  return null;
end
$$;
create trigger review_translations_languages after insert or update or delete on review_translations
  for each row execute function review_languages_follow();

-- Argument: the kind. What is taken out of a review must not live on in its translations: those are asked for anew.
create function review_translations_follow() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from review_translations where kind = tg_argv[0];
  elsif tg_op = 'DELETE' then
    delete from review_translations where kind = tg_argv[0] and review_id = old.id;
  else
    update review_translations set title = null, body = null, translator_id = null, translator_name = null, translated_at = null
    where kind = tg_argv[0] and review_id = new.id and body is not null;
  end if;
  return null;
end
$$;

do $$
declare
  made record;
begin
  for made in select * from (values ('product', 'product_reviews'), ('alias', 'alias_reviews'), ('lineup', 'lineup_reviews')) as given (kind, name) loop
    execute format($table$
      alter table %2$I add column waiting_locales text[] not null default '{}', add column translated_locales text[] not null default '{}';
      create index %2$s_waiting_locales on %2$I using gin (waiting_locales) where waiting_locales <> '{}';
      create index %2$s_translated_locales on %2$I using gin (translated_locales) where translated_locales <> '{}';
      create trigger %2$s_translations after update of title, body on %2$I
        for each row when (old.title is distinct from new.title or old.body is distinct from new.body) execute function review_translations_follow('%1$s');
      create trigger %2$s_translations_go after delete on %2$I for each row execute function review_translations_follow('%1$s');
      create trigger %2$s_translations_emptied after truncate on %2$I for each statement execute function review_translations_follow('%1$s');
    $table$, made.kind, made.name);
  end loop;
end
$$;

-- Whether the event of a performance is cancelled as a whole, beside the performance: what is called off is then found in the
-- order of an index, however many performances there are.
alter table performances add column is_event_cancelled boolean not null default false;
update performances p set is_event_cancelled = true from events e where e.id = p.event_id and e.schedule = 'cancelled';
create index performances_called_off on performances (starts_at, id) where status = 'cancelled' or is_event_cancelled;
create function performances_know_their_event() returns trigger language plpgsql as $$
begin
  select e.schedule = 'cancelled' into new.is_event_cancelled from events e where e.id = new.event_id;
  -- Without an event the foreign key has something to say, and not this.
  new.is_event_cancelled := coalesce(new.is_event_cancelled, false);
  return new;
end
$$;
create trigger performances_event_cancelled before insert or update of event_id on performances
  for each row execute function performances_know_their_event();
create function events_call_off_performances() returns trigger language plpgsql as $$
begin
  update performances set is_event_cancelled = new.schedule = 'cancelled' where event_id = new.id and is_event_cancelled <> (new.schedule = 'cancelled');
  return null;
end
$$;
create trigger events_call_off after update of schedule on events
  for each row when ((old.schedule = 'cancelled') <> (new.schedule = 'cancelled')) execute function events_call_off_performances();
