-- What a bank kept of a payment is in the books of every order that has a part of it, each with a dispute of its own. A refund from
-- any of these orders is within what the bank left of all of it.

create or replace function refunds_within_their_payment() returns trigger language plpgsql as $$
declare
  paid record;
  taken bigint;
  taken_of_all bigint;
  lost bigint;
  root bigint := (select coalesce(split_of, id) from payments where id = new.payment_id);
begin
  perform from payments where id in (root, new.payment_id) order by id for no key update;
  select purchase_id, captured into paid from payments where id = new.payment_id;
  select coalesce(sum(amount), 0) into taken from refunds
  where payment_id = new.payment_id and state in ('requested', 'approved', 'processing', 'succeeded');
  if taken > paid.captured or paid.purchase_id <> new.purchase_id then
    raise exception 'Refund % is not within its payment', new.id
      using errcode = 'check_violation', table = 'refunds', constraint = 'refunds_within_their_payment';
  end if;
  -- What a gateway says has happened is written down, whatever the bank decides on. What is about to leave is not.
  if new.state in ('requested', 'approved', 'processing') and (tg_op = 'INSERT' or old.state <> new.state) then
    if exists (select from disputes where payment_id in (root, new.payment_id) and status in ('needs_response', 'under_review')) then
      raise exception 'The bank is deciding on the payment of refund %', new.id
        using errcode = 'check_violation', table = 'refunds', constraint = 'no_refund_of_a_disputed_payment';
    end if;
    select coalesce(sum(withdrawn - reinstated), 0) into lost from disputes
    where payment_id in (select id from payments where id = root or split_of = root) and status = 'lost';
    if lost > 0 then
      select coalesce(sum(r.amount), 0) into taken_of_all
      from refunds r join payments x on x.id = r.payment_id
      where (x.id = root or x.split_of = root) and r.state in ('requested', 'approved', 'processing', 'succeeded');
      if taken_of_all + lost > (select captured + moved from payments where id = root) then
        raise exception 'Refund % is not within what the bank left of its payment', new.id
          using errcode = 'check_violation', table = 'refunds', constraint = 'refunds_within_their_payment';
      end if;
    end if;
  end if;
  return null;
end
$$;
