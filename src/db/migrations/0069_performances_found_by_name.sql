-- What a performance is called by: its event and its venue, kept here so that a search is one look into one index.
alter table performances add column event_and_venue text not null default '';

create function performances_know_their_names() returns trigger language plpgsql as $$
begin
  -- Without an event or a venue the foreign key has something to say, and not this.
  select e.name || ' ' || v.name into new.event_and_venue from events e, venues v where e.id = new.event_id and v.id = new.venue_id;
  new.event_and_venue := coalesce(new.event_and_venue, '');
  return new;
end
$$;
create trigger performances_names before insert or update of event_id, venue_id on performances
  for each row execute function performances_know_their_names();

create function performances_are_called_anew() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'events' then
    update performances p set event_and_venue = new.name || ' ' || v.name from venues v where p.event_id = new.id and v.id = p.venue_id;
  else
    update performances p set event_and_venue = e.name || ' ' || new.name from events e where p.venue_id = new.id and e.id = p.event_id;
  end if;
  return null;
end
$$;
create trigger events_name_performances after update of name on events
  for each row when (old.name <> new.name) execute function performances_are_called_anew();
create trigger venues_name_performances after update of name on venues
  for each row when (old.name <> new.name) execute function performances_are_called_anew();

update performances p set event_and_venue = e.name || ' ' || v.name from events e, venues v where e.id = p.event_id and v.id = p.venue_id;
drop index performances_search;
create index performances_search on performances using gin (event_and_venue gin_trgm_ops, provider_code gin_trgm_ops, time_zone gin_trgm_ops);
