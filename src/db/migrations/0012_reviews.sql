-- What people say of products, aliases and lineups, how it is moderated, translated and counted.

-- Which review verifies a purchase line: one, whatever kind of review it is for.
create table verified_review_lines (
  purchase_id bigint not null,
  purchase_line integer not null,
  kind text not null check (kind in ('product', 'alias', 'lineup')),
  review_id bigint not null,
  primary key (purchase_id, purchase_line),
  foreign key (purchase_id, purchase_line) references purchase_lines (purchase_id, position) on delete cascade
);
create unique index verified_review_lines_review on verified_review_lines (kind, review_id);

-- What a text said before staff redacted it, kept once and never served with the review.
create table review_originals (
  kind text not null check (kind in ('product', 'alias', 'lineup')),
  review_id bigint not null,
  field text not null check (field in ('title', 'body')),
  original text not null check (char_length(original) between 1 and 5000),
  kept_at timestamptz(3) not null default now(),
  primary key (kind, review_id, field)
);

-- How a subject is rated by its approved reviews. Kept by triggers, so that one statement
-- reads it for any list of subjects.
create table review_totals (
  kind text not null check (kind in ('product', 'alias', 'lineup')),
  subject_id bigint not null,
  review_count integer not null default 0 check (review_count >= 0),
  one_star integer not null default 0 check (one_star >= 0),
  two_stars integer not null default 0 check (two_stars >= 0),
  three_stars integer not null default 0 check (three_stars >= 0),
  four_stars integer not null default 0 check (four_stars >= 0),
  five_stars integer not null default 0 check (five_stars >= 0),
  average numeric(3,2) generated always as (case when review_count > 0 then
    round((one_star + 2 * two_stars + 3 * three_stars + 4 * four_stars + 5 * five_stars)::numeric / review_count,
      2) end) stored,
  updated_at timestamptz(3) not null default now(),
  primary key (kind, subject_id),
  constraint the_stars_add_up check (review_count = one_star + two_stars + three_stars + four_stars + five_stars)
);

create function review_totals_add(of_kind text, of_subject bigint, stars integer, by_count integer) returns void
  language sql as $$
  insert into review_totals as t (kind, subject_id, review_count, one_star, two_stars, three_stars, four_stars,
    five_stars)
  values (of_kind, of_subject, greatest(by_count, 0), case stars when 1 then greatest(by_count, 0) else 0 end,
    case stars when 2 then greatest(by_count, 0) else 0 end, case stars when 3 then greatest(by_count, 0) else 0 end,
    case stars when 4 then greatest(by_count, 0) else 0 end, case stars when 5 then greatest(by_count, 0) else 0 end)
  on conflict (kind, subject_id) do update set
    review_count = t.review_count + by_count,
    one_star = t.one_star + case stars when 1 then by_count else 0 end,
    two_stars = t.two_stars + case stars when 2 then by_count else 0 end,
    three_stars = t.three_stars + case stars when 3 then by_count else 0 end,
    four_stars = t.four_stars + case stars when 4 then by_count else 0 end,
    five_stars = t.five_stars + case stars when 5 then by_count else 0 end,
    updated_at = now()
$$;

-- Whether a text is another with passages replaced by the marker: nothing added, nothing reordered.
create function review_text_is_redacted(before text, after text) returns boolean language plpgsql immutable as $$
declare
  parts text[] := string_to_array(after, '[redacted]');
  rest text := before;
  place integer;
begin
  if before is null or after is null or cardinality(parts) < 2 or left(rest, length(parts[1])) <> parts[1] then
    return false;
  end if;
  rest := substr(rest, length(parts[1]) + 1);
  for i in 2 .. cardinality(parts) - 1 loop
    continue when parts[i] = '';
    place := strpos(rest, parts[i]);
    if place = 0 then
      return false;
    end if;
    rest := substr(rest, place + length(parts[i]));
  end loop;
  return right(rest, length(parts[cardinality(parts)])) = parts[cardinality(parts)];
end
$$;

-- Argument: the kind. Texts are only ever redacted, and the first redaction keeps what they were.
create function review_texts_stay() returns trigger language plpgsql as $$
begin
  if new.title is distinct from old.title then
    if not review_text_is_redacted(old.title, new.title) then
      raise exception 'The title of review % may only be redacted', old.id
        using errcode = 'check_violation', table = tg_table_name,
          constraint = 'the_words_of_authors_are_only_redacted';
    end if;
    insert into review_originals (kind, review_id, field, original) values (tg_argv[0], old.id, 'title', old.title)
      on conflict do nothing;
    new.is_redacted := true;
  end if;
  if new.body is distinct from old.body then
    if not review_text_is_redacted(old.body, new.body) then
      raise exception 'The text of review % may only be redacted', old.id
        using errcode = 'check_violation', table = tg_table_name,
          constraint = 'the_words_of_authors_are_only_redacted';
    end if;
    insert into review_originals (kind, review_id, field, original) values (tg_argv[0], old.id, 'body', old.body)
      on conflict do nothing;
    new.is_redacted := true;
  end if;
  return new;
end
$$;

-- No decision turns into its opposite unseen: the review goes back to the queue first.
create function review_status_step() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) in (('approved', 'rejected'), ('rejected', 'approved')) then
    raise exception 'Review % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation', table = tg_table_name, constraint = tg_table_name || '_status_check';
  end if;
  return new;
end
$$;

-- Arguments: the kind and the column of the subject.
create function review_counts() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'approved' then
    perform review_totals_add(tg_argv[0], (to_jsonb(old) ->> tg_argv[1])::bigint, old.rating, -1);
  end if;
  if tg_op <> 'DELETE' and new.status = 'approved' then
    perform review_totals_add(tg_argv[0], (to_jsonb(new) ->> tg_argv[1])::bigint, new.rating, 1);
  end if;
  return null;
end
$$;

-- Argument: the kind.
create function review_line_is_verified_once() returns trigger language plpgsql as $$
declare
  taken boolean;
begin
  if tg_op <> 'INSERT' then
    delete from verified_review_lines where kind = tg_argv[0] and review_id = old.id;
  end if;
  if tg_op <> 'DELETE' and new.source = 'verified_purchase' and new.purchase_line is not null then
    insert into verified_review_lines (purchase_id, purchase_line, kind, review_id)
    values (new.purchase_id, new.purchase_line, tg_argv[0], new.id)
      on conflict (purchase_id, purchase_line) do nothing;
    taken := not found;
    if taken then
      raise exception 'Line % of purchase % has its verified review', new.purchase_line, new.purchase_id
        using errcode = 'unique_violation', table = tg_table_name, constraint = tg_table_name || '_purchase_line_key';
    end if;
  end if;
  return null;
end
$$;

-- Argument: the kind. Rows without a foreign key to the reviews go with them.
create function review_goes() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from review_totals where kind = tg_argv[0];
    delete from review_originals where kind = tg_argv[0];
    delete from verified_review_lines where kind = tg_argv[0];
  else
    delete from review_originals where kind = tg_argv[0] and review_id = old.id;
  end if;
  return null;
end
$$;

-- When the author of a review by a buyer hears that it was rejected. Some minutes are left, so that a
-- decision taken back at once reaches no one.
create function review_author_is_told() returns trigger language plpgsql as $$
begin
  if new.status = 'rejected' and new.source = 'verified_purchase' and new.author_email is not null then
    new.telling_due_at := now() + interval '10 minutes';
  elsif new.status <> 'hidden' then
    new.telling_due_at := null;
  end if;
  return new;
end
$$;

-- Reviews translated by people. The author's own words are always shown with it; the row is
-- there as soon as a person asks for it.
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
    (body is null) = (translated_at is null) and (body is null) = (translator_name is null) and (body is not null
      or title is null))
);
create index review_translations_translator on review_translations (translator_id) where translator_id is not null;
create index review_translations_locale on review_translations (locale);

-- Reviews say themselves which translations they wait for and have, so that lists read one table.
create function review_languages_follow() returns trigger language plpgsql as $$
declare
  row_of review_translations := case when tg_op = 'DELETE' then old else new end;
begin
  execute format('update %I set waiting_locales = w.waiting, translated_locales = w.done from (
      select coalesce(array_agg(locale order by locale) filter (where body is null), ''{}'') as waiting,
        coalesce(array_agg(locale order by locale) filter (where body is not null), ''{}'') as done
      from review_translations where kind = $1 and review_id = $2) w
    where id = $2 and (waiting_locales, translated_locales) is distinct from (w.waiting, w.done)',
    row_of.kind || '_reviews')
    using row_of.kind, row_of.review_id;
  return null;
end
$$;
create trigger review_translations_languages after insert or update or delete on review_translations
  for each row execute function review_languages_follow();

-- Argument: the kind. What is taken out of a review must not live on in its translations: they are asked for again.
create function review_translations_follow() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from review_translations where kind = tg_argv[0];
  elsif tg_op = 'DELETE' then
    delete from review_translations where kind = tg_argv[0] and review_id = old.id;
  else
    update review_translations set title = null, body = null, translator_id = null, translator_name = null,
      translated_at = null
    where kind = tg_argv[0] and review_id = new.id and body is not null;
  end if;
  return null;
end
$$;

-- Reviews of products, aliases and lineups: `product_reviews`, `alias_reviews` and `lineup_reviews`. The three tables
-- differ only in their subject, so one text makes them and they cannot drift apart.
do $$
declare
  made record;
begin
  for made in select * from (values
    ('product', 'product_reviews', 'products'), ('alias', 'alias_reviews', 'aliases'),
    ('lineup', 'lineup_reviews', 'lineups')
  ) as given (kind, name, subjects) loop
    execute format($table$
      create table %2$I (
        id bigint generated by default as identity primary key,
        %1$s_id bigint not null constraint %2$s_%1$s_id_fkey references %3$I (id),
        title text check (char_length(title) between 1 and 150),
        body text not null check (char_length(body) between 1 and 5000),
        headline text not null generated always as
          (coalesce(title, nullif(btrim(left(regexp_replace(body, '\s+', ' ', 'g'), 100)), ''), '-')) stored
          check (char_length(headline) between 1 and 150),
        is_redacted boolean not null default false,
        language text not null check (char_length(language) between 1 and 16),
        is_machine_translated boolean not null default false,
        original_rating numeric(18,1) not null check (original_rating between 0 and 100),
        original_scale integer not null default 5 check (original_scale between 1 and 100),
        -- A grade on any scale, as stars: 9 of 10 is 5, 62 of 100 is 3.
        rating integer not null generated always as
          (greatest(1, least(5, round(original_rating * 5 / nullif(original_scale, 0))::integer))) stored
          check (rating between 1 and 5),
        travel_date date,
        party_type text check (party_type in ('solo', 'couple', 'family', 'friends', 'business')),
        image_ids bigint[] not null default '{}',
        source text not null check (source in ('verified_purchase', 'supplier', 'import', 'editorial')),
        provider_id bigint constraint %2$s_provider_id_fkey references providers (id),
        supplier_reference text check (char_length(supplier_reference) between 1 and 64),
        is_no_index boolean not null default false,
        purchase_id bigint constraint %2$s_purchase_id_fkey references purchases (id),
        purchase_line integer check (purchase_line >= 1),
        author_name text not null check (char_length(author_name) between 1 and 120),
        author_email text check (char_length(author_email) between 1 and 254),
        author_country_id bigint constraint %2$s_author_country_id_fkey references countries (id),
        -- Never leaves the database: people are shown the network it is in.
        author_address inet,
        address_prefix text generated always as (case when author_address is not null then
          text(network(set_masklen(author_address, case when family(author_address) = 4 then 24 else 48 end)))
          end) stored check (char_length(address_prefix) between 1 and 45),
        helpful_count integer not null default 0 check (helpful_count >= 0),
        submitted_at timestamptz(3) not null default now(),
        status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'hidden')),
        rejection_reason text check (rejection_reason in (
          'spam', 'not_genuine', 'duplicate', 'offensive', 'personal_data', 'off_topic', 'wrong_subject',
            'conflict_of_interest', 'illegal')),
        is_flagged boolean not null default false,
        moderation_note text check (char_length(moderation_note) between 1 and 1000),
        staff_reply text check (char_length(staff_reply) between 1 and 2000),
        decided_at timestamptz(3),
        moderator_id bigint references staff (id) on delete set null,
        risk_score integer not null default 0 check (risk_score between 0 and 100),
        risk_reasons text[] not null default '{}',
        -- What is left of a text when only its letters and digits count: copies have the same.
        text_key text not null generated always as (md5(lower(regexp_replace(body, '[^[:alnum:]]+', '', 'g')))) stored,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        version integer not null default 1,
        -- In which languages its translation is wanted, and in which there is one.
        waiting_locales text[] not null default '{}',
        translated_locales text[] not null default '{}',
        -- When the author of a rejected review hears of it, and when they did.
        telling_due_at timestamptz(3),
        author_told_at timestamptz(3),
        constraint %2$s_purchase_line_fkey foreign key (purchase_id, purchase_line)
          references purchase_lines (purchase_id, position),
        constraint no_grade_is_above_its_scale check (original_rating <= original_scale),
        constraint a_verified_review_has_its_purchase_line check (
          source <> 'verified_purchase' or (purchase_id is not null and purchase_line is not null)),
        constraint a_line_is_of_a_purchase check (purchase_line is null or purchase_id is not null),
        constraint a_supplier_is_named check (source <> 'supplier' or provider_id is not null),
        constraint suppliers_forbid_search_engines check (source <> 'supplier' or is_no_index),
        constraint a_rejection_has_its_reason check (
          (status <> 'rejected' or rejection_reason is not null) and (rejection_reason is null
            or status in ('rejected', 'hidden')))
      );
      create unique index %2$s_supplier_reference_key on %2$I (provider_id, supplier_reference)
        where supplier_reference is not null;
      create index %2$s_subject on %2$I (%1$s_id, submitted_at, id);
      create index %2$s_newest on %2$I (submitted_at, id);
      create index %2$s_status on %2$I (status, submitted_at, id);
      create index %2$s_queue on %2$I (risk_score, id) where status = 'pending';
      create index %2$s_flagged on %2$I (submitted_at, id) where is_flagged;
      create index %2$s_source on %2$I (source, submitted_at, id);
      create index %2$s_rating on %2$I (rating, submitted_at, id);
      create index %2$s_rating_sort on %2$I (rating, id);
      create index %2$s_risk on %2$I (risk_score, id);
      create index %2$s_language on %2$I (language, submitted_at, id);
      create index %2$s_author_name on %2$I (author_name collate alphabetical, id);
      create index %2$s_headline on %2$I (headline collate alphabetical, id);
      create index %2$s_created on %2$I (created_at, id);
      create index %2$s_provider on %2$I (provider_id, id) where provider_id is not null;
      create index %2$s_purchase on %2$I (purchase_id, id) where purchase_id is not null;
      create index %2$s_author_country on %2$I (author_country_id, id) where author_country_id is not null;
      create index %2$s_moderator on %2$I (moderator_id, id) where moderator_id is not null;
      create index %2$s_text_key on %2$I (text_key);
      create index %2$s_author_email on %2$I (author_email) where author_email is not null;
      create index %2$s_address_prefix on %2$I (address_prefix, submitted_at) where address_prefix is not null;
      create index %2$s_image_ids on %2$I using gin (image_ids);
      create index %2$s_search on %2$I using gin (headline gin_trgm_ops, body gin_trgm_ops, author_name gin_trgm_ops);
      create index %2$s_public on %2$I (%1$s_id, id) where status = 'approved';
      create index %2$s_waiting_locales on %2$I using gin (waiting_locales) where waiting_locales <> '{}';
      create index %2$s_translated_locales on %2$I using gin (translated_locales) where translated_locales <> '{}';
      create index %2$s_telling on %2$I (telling_due_at, id) where telling_due_at is not null;
      create index %2$s_by_status on %2$I (status, id);
      create index %2$s_by_source on %2$I (source, id);
      create index %2$s_by_language on %2$I (language, id);
      create index %2$s_by_updated_at on %2$I (updated_at, id);
      create trigger %2$s_image_ids before insert or update of image_ids on %2$I for each row
        execute function refs_exist('image_ids', 'images');
      create trigger %2$s_texts before update of title, body on %2$I for each row
        execute function review_texts_stay('%1$s');
      create trigger %2$s_status_step before update of status on %2$I
        for each row when (old.status is distinct from new.status) execute function review_status_step();
      create trigger %2$s_counts after insert or delete or update of status, original_rating, original_scale,
        %1$s_id on %2$I
        for each row execute function review_counts('%1$s', '%1$s_id');
      create trigger %2$s_verified_once after insert or delete or update of source, purchase_id, purchase_line on %2$I
        for each row execute function review_line_is_verified_once('%1$s');
      create trigger %2$s_goes after delete on %2$I for each row execute function review_goes('%1$s');
      create trigger %2$s_emptied after truncate on %2$I for each statement execute function review_goes('%1$s');
      create trigger %2$s_translations after update of title, body on %2$I
        for each row when (old.title is distinct from new.title or old.body is distinct from new.body)
        execute function review_translations_follow('%1$s');
      create trigger %2$s_translations_go after delete on %2$I
        for each row execute function review_translations_follow('%1$s');
      create trigger %2$s_translations_emptied after truncate on %2$I
        for each statement execute function review_translations_follow('%1$s');
      create trigger %2$s_telling before update of status on %2$I
        for each row when (old.status is distinct from new.status) execute function review_author_is_told();
    $table$, made.kind, made.name, made.subjects);
  end loop;
end
$$;
