-- Lists of events and performers count what was bought of each of their rows. These hold just what is counted, so that
-- counting reads an index and no purchase: 52,118 pages for 50 events among a million purchases were 48,000 too many.
create index purchases_event_sold on purchases (event_id)
  where event_id is not null and booking_status in ('confirmed', 'completed');
create index purchases_performer_sold on purchases (performer_id)
  where performer_id is not null and booking_status in ('confirmed', 'completed');
