-- What is sent is a notice, and who got one was notified. Rows stay as they are.
alter table schedule_notices rename column told_at to notified_at;
alter index schedule_notices_untold rename to schedule_notices_waiting;
alter function schedule_notices_stay_told() rename to schedule_notices_go_out_once;
create or replace function schedule_notices_go_out_once() returns trigger language plpgsql as $$
begin
  raise exception 'This customer was already notified of this change.'
    using errcode = 'check_violation', table = 'schedule_notices', constraint = 'schedule_notices_go_out_once';
end
$$;
alter trigger schedule_notices_told on schedule_notices rename to schedule_notices_notified;

alter table inbox_items rename column told_at to notified_at;
alter index inbox_items_untold rename to inbox_items_waiting;

alter function locales_are_told_apart() rename to locales_have_own_tags;
alter trigger locales_are_told_apart on locales rename to locales_have_own_tags;

do $$
declare
  reviews text;
begin
  foreach reviews in array array['product_reviews', 'alias_reviews', 'lineup_reviews'] loop
    execute format('alter table %I rename column telling_due_at to notice_due_at', reviews);
    execute format('alter table %I rename column author_told_at to author_notified_at', reviews);
    execute format('alter index %I rename to %I', reviews || '_telling', reviews || '_notice_due');
  end loop;
end
$$;
alter function review_author_is_told() rename to review_author_is_notified;
create or replace function review_author_is_notified() returns trigger language plpgsql as $$
begin
  if new.status = 'rejected' and new.source = 'verified_purchase' and new.author_email is not null then
    new.notice_due_at := now() + interval '10 minutes';
  elsif new.status <> 'hidden' then
    new.notice_due_at := null;
  end if;
  return new;
end
$$;
