-- Two teams that meet a third on one day in one competition may be one, spelled in two ways: the finder of duplicates looks
-- at those that are here already.
insert into performer_queue (performer_id)
select distinct m.home_performer_id from matches m
  join matches o on o.away_performer_id = m.away_performer_id and o.local_date = m.local_date
    and lower(o.competition) = lower(m.competition) and o.home_performer_id <> m.home_performer_id
union
select m.away_performer_id from matches m
  join matches o on o.home_performer_id = m.home_performer_id and o.local_date = m.local_date
    and lower(o.competition) = lower(m.competition) and o.away_performer_id <> m.away_performer_id
on conflict do nothing;
