-- What a payment is called by the gateway that took it, and the news of the gateway that were taken in.

alter table payments
  add column gateway_reference text check (char_length(gateway_reference) between 1 and 255),
  add constraint payments_gateway_reference_key unique (gateway_reference);

-- Gateways say everything at least once, and in any order. Owned by payments; forgotten after 90 days, long after the last
-- repetition; no personal data; about four rows an order.
create table gateway_events (
  id text primary key check (char_length(id) between 1 and 255),
  kind text not null check (char_length(kind) between 1 and 100),
  received_at timestamptz(3) not null default now()
);
create index gateway_events_received on gateway_events (received_at);
