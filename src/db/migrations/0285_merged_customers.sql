-- Two records of one person become one. The record that loses stays as a pointer, with its address: an order that comes under it
-- goes to the survivor. What moves is moved here, so that no program can merge in part.

alter table customers
  drop constraint customers_status_check,
  add column merged_into_id bigint references customers (id);
alter table customers
  add constraint customers_status_check check (status in ('active', 'blocked', 'anonymised', 'merged')),
  add constraint merged_customers_name_their_survivor check (status <> 'merged' or merged_into_id is not null),
  add constraint no_customer_is_merged_into_itself check (merged_into_id <> id);
create index customers_merged_into on customers (merged_into_id, created_at, id) where merged_into_id is not null;

-- What a mailbox is known by: `foldEmail` and `emailForCounting` (core/email.ts) for addresses as customers have them.
create function mailbox_of(email text) returns text language sql immutable parallel safe as $$
  select regexp_replace(lower(email), '^([^@+]+)\+[^@]*@', '\1@')
$$;
create index customers_mailbox on customers (mailbox_of(email));

-- An order, credit or consent of a customer who is merged goes to the survivor. One that arrives during a merge waits for it, and
-- sees how it ended; a merge waits for those before it.
create function go_to_the_survivor() returns trigger language plpgsql as $$
begin
  select coalesce(merged_into_id, id) into new.customer_id from customers where id = new.customer_id for key share;
  return new;
end
$$;
create trigger purchases_go_to_the_survivor before insert on purchases
  for each row when (new.customer_id is not null) execute function go_to_the_survivor();
create trigger store_credits_go_to_the_survivor before insert on store_credits
  for each row execute function go_to_the_survivor();
create trigger customer_consents_go_to_the_survivor before insert on customer_consents
  for each row execute function go_to_the_survivor();
create trigger coupon_redemptions_go_to_the_survivor before insert on coupon_redemptions
  for each row when (new.customer_id is not null) execute function go_to_the_survivor();

-- Whether a row may change hands: its customer was merged into the one that gets it.
create function was_merged(loser bigint, survivor bigint) returns boolean language sql stable as $$
  select exists (select from customers where id = loser and merged_into_id = survivor)
$$;

create or replace function store_credits_stay() returns trigger language plpgsql as $$
begin
  if (old.currency, old.amount, old.reason) = (new.currency, new.amount, new.reason) and old.refund_id is not distinct from new.refund_id
    and new.expired >= old.expired and was_merged(old.customer_id, new.customer_id) then
    return new;
  end if;
  raise exception 'Store credit % stays as it was given', old.id
    using errcode = 'check_violation', constraint = 'store_credits_stay', table = 'store_credits';
end
$$;

create or replace function customer_consents_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.purpose, old.is_given, old.source, old.decided_at)
      = (new.purpose, new.is_given, new.source, new.decided_at) then
    -- Only who it was about is forgotten, once the customer is.
    if new.reason is null and old.customer_id = new.customer_id
      and exists (select from customers where id = old.customer_id and status = 'anonymised') then
      return new;
    end if;
    if new.reason is not distinct from old.reason and was_merged(old.customer_id, new.customer_id) then
      return new;
    end if;
  end if;
  raise exception 'The log of consents is append-only'
    using errcode = 'check_violation', constraint = 'the_log_of_consents_is_append_only', table = 'customer_consents';
end
$$;

-- What is left of a credit is owed to another customer from now on. Entries are never changed, so the ledger moves it.
alter table ledger_entries drop constraint ledger_entries_cause_check;
alter table ledger_entries add constraint ledger_entries_cause_check check (cause in (
  'capture', 'payment_fee', 'refund', 'refund_reversed', 'dispute_withdrawn', 'dispute_reinstated', 'dispute_fee', 'chargeback',
  'supplier_cost', 'recoverable', 'recoverable_settled', 'recoverable_written_off', 'credit_granted', 'credit_expired',
  'credit_moved', 'tax'));
create function store_credits_are_moved() returns trigger language plpgsql as $$
declare
  number bigint;
  left_over bigint := new.amount - new.spent - new.expired;
begin
  if left_over = 0 then
    return null;
  end if;
  number := nextval('ledger_postings');
  insert into ledger_entries (posting, posted_at, cause, account, currency, amount, customer_id)
  values (number, now(), 'credit_moved', 'customer_credit', new.currency, left_over, old.customer_id),
    (number, now(), 'credit_moved', 'customer_credit', new.currency, -left_over, new.customer_id);
  return null;
end
$$;
create trigger store_credits_are_moved after update of customer_id on store_credits
  for each row when (old.customer_id <> new.customer_id) execute function store_credits_are_moved();

create function customers_become_one() returns trigger language plpgsql as $$
begin
  update purchases set customer_id = new.merged_into_id where customer_id = new.id;
  perform from store_credits where customer_id = new.id order by expires_at, id for no key update;
  update store_credits set customer_id = new.merged_into_id, updated_at = now(), version = version + 1 where customer_id = new.id;
  update customer_consents set customer_id = new.merged_into_id where customer_id = new.id;
  update customers set marketing_consent_at = (
    select case when is_given then decided_at end from customer_consents
    where customer_id = new.merged_into_id and purpose = 'marketing_email' order by id desc limit 1)
  where id = new.merged_into_id;
  update coupon_redemptions set customer_id = new.merged_into_id where customer_id = new.id;
  update coupons set customer_ids = array(
    select distinct case one when new.id then new.merged_into_id else one end from unnest(customer_ids) one order by 1)
  where customer_ids @> array[new.id];
  update record_notes set record_id = new.merged_into_id where resource = 'customers' and record_id = new.id;
  update customer_sessions set ended_at = now() where customer_id = new.id and ended_at is null and expires_at > now();
  -- Those that were merged into this one before lead straight to the survivor.
  update customers set merged_into_id = new.merged_into_id where merged_into_id = new.id;
  return null;
end
$$;
create trigger customers_become_one after update of merged_into_id on customers
  for each row when (old.merged_into_id is null and new.merged_into_id is not null) execute function customers_become_one();

-- Forgetting the survivor forgets what is left of the records that were merged into it.
create function forget_merged_customers() returns trigger language plpgsql as $$
begin
  update customers set status = 'anonymised', updated_at = now(), version = version + 1
  where merged_into_id = new.id and status = 'merged';
  return null;
end
$$;
create trigger customers_forget_merged_customers after update of status on customers
  for each row when (new.status = 'anonymised' and old.status <> 'anonymised') execute function forget_merged_customers();
