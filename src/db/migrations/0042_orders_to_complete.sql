-- Orders that are not over yet, by when they are: the job that completes them looks every few minutes.
create index purchases_to_complete on purchases (ends_at, id) where booking_status = 'confirmed';
