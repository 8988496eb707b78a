-- Lists of one kind and one status: without an index that holds both, counting them reads the table.
create index purchases_kind_booking_status on purchases (kind, booking_status, created_at, id);
create index purchases_kind_payment_status on purchases (kind, payment_status, created_at, id);
create index purchases_kind_fulfilment_status on purchases (kind, fulfilment_status, created_at, id);

-- A repeated call gets the headers of the first answer too: without its ETag a client could not go on changing.
alter table idempotency_keys add column headers jsonb not null default '{}';
