-- The index of listings by performance had open ones only, so deleting a performance looked through all listings: a merge of two long
-- runs took longer than a statement can.
create index ticket_listings_of_performance on ticket_listings (performance_id);
