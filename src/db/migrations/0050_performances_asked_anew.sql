-- Performances whose provider is asked for their availability before others are. The answer takes that back.
alter table performances add column is_refresh_asked boolean not null default false;
create index performances_refresh on performances (starts_at, id) where is_refresh_asked;
create function performances_answered() returns trigger language plpgsql as $$
begin
  new.is_refresh_asked := false;
  return new;
end
$$;
create trigger performances_answered before update of checked_at on performances
  for each row when (new.checked_at is distinct from old.checked_at) execute function performances_answered();
