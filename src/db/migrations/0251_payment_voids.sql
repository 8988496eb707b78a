-- Authorisations that are given up because their order has ended before the money was taken.

-- Owner: payments; one row for each authorised payment of an order that ended, about one per thousand orders, kept with its
-- payment; no personal data.
create table payment_voids (
  payment_id bigint primary key references payments (id) on delete cascade,
  -- `intended` until a process has it in hand; what the gateway has not answered stays `processing` and is asked about.
  state text not null default 'intended' check (state in ('intended', 'processing', 'done', 'refused')),
  tries integer not null default 0 check (tries >= 0),
  next_try_at timestamptz(3) default now(),
  -- Why the gateway did not void it, in its own word.
  reason text check (char_length(reason) between 1 and 80),
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  constraint what_is_settled_is_not_due check ((state in ('done', 'refused')) = (settled_at is not null)
    and (settled_at is null) = (next_try_at is not null)),
  constraint a_refused_void_says_why check ((state = 'refused') = (reason is not null))
);
create index payment_voids_due on payment_voids (next_try_at) where next_try_at is not null;

-- Whichever way an order ends, in the transaction that ends it: no command can forget it.
create function ended_orders_give_up_their_authorisations() returns trigger language plpgsql as $$
begin
  insert into payment_voids (payment_id)
  select id from payments where purchase_id = new.id and state = 'authorised' order by id
  on conflict (payment_id) do nothing;
  return null;
end
$$;
create trigger purchases_give_up_authorisations after update of booking_status on purchases
  for each row when (new.booking_status in ('cancelled', 'rejected', 'expired') and new.payment_status = 'authorised'
    and old.booking_status is distinct from new.booking_status)
  execute function ended_orders_give_up_their_authorisations();
