-- When the author of a review by a buyer is to be told that it is rejected, and when that was done. Some minutes lie between, so that a decision
-- that is taken back at once reaches nobody. Rejections from before are nobody's news any more.
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

do $$
declare
  made text;
begin
  foreach made in array array['product_reviews', 'alias_reviews', 'lineup_reviews'] loop
    execute format($table$
      alter table %1$I add column telling_due_at timestamptz(3), add column author_told_at timestamptz(3);
      create index %1$s_telling on %1$I (telling_due_at, id) where telling_due_at is not null;
      create trigger %1$s_telling before update of status on %1$I
        for each row when (old.status is distinct from new.status) execute function review_author_is_told();
    $table$, made);
  end loop;
end
$$;
