-- Where many maps were read in turns, one could be taken for a map without sections, and its listings for listings without a map.
-- They are placed again.
update ticket_listings l set placed_at = null, unplaced_reason = null
from performances p
where p.id = l.performance_id and l.unplaced_reason = 'no_map' and (l.is_open or l.is_withheld)
  and exists (select from venue_sections s where s.venue_configuration_id = p.venue_configuration_id);
