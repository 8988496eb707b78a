-- What a performance is called wherever it is named: its event, its day and, where it is known, its time. A day alone said
-- nothing on the page of a purchase. Kept here as `event_and_venue` is, by the same triggers.
alter table performances add column name text not null default '';

create or replace function performances_know_their_names() returns trigger language plpgsql as $$
begin
  -- Without an event or a venue the foreign key has something to say, and not this.
  select e.name || ' ' || v.name, e.name || performance_day(new.local_date, new.local_time) into new.event_and_venue, new.name
    from events e, venues v where e.id = new.event_id and v.id = new.venue_id;
  new.event_and_venue := coalesce(new.event_and_venue, '');
  new.name := coalesce(new.name, '');
  return new;
end
$$;

create function performance_day(on_day date, at_time time) returns text language sql immutable parallel safe as $$
  -- `to_char` depends on settings, so neither is written by it.
  select ', ' || lpad(extract(year from on_day)::integer::text, 4, '0') || '-' || lpad(extract(month from on_day)::integer::text, 2, '0') || '-' || lpad(extract(day from on_day)::integer::text, 2, '0')
    || coalesce(' ' || left(at_time::text, 5), '')
$$;

drop trigger performances_names on performances;
create trigger performances_names before insert or update of event_id, venue_id, local_date, local_time on performances
  for each row execute function performances_know_their_names();

create or replace function performances_are_called_anew() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'events' then
    update performances p set event_and_venue = new.name || ' ' || v.name, name = new.name || performance_day(p.local_date, p.local_time) from venues v where p.event_id = new.id and v.id = p.venue_id;
  else
    update performances p set event_and_venue = e.name || ' ' || new.name from events e where p.venue_id = new.id and e.id = p.event_id;
  end if;
  return null;
end
$$;

update performances p set name = e.name || performance_day(p.local_date, p.local_time) from events e where e.id = p.event_id;
