-- A consent that waits with an order was given to a customer who was added with its address, not to one who got that address later,
-- and it stayed with the order, so that the next customer with the address had it too. It is given once, and not to a customer who
-- agreed already or has decided since.
create or replace function customers_have_agreed() returns trigger language plpgsql as $$
begin
  insert into customer_consents (customer_id, purpose, is_given, source, text_version, purchase_id, decided_at)
  select new.id, 'marketing_email', true, 'checkout', o.consent_wording, p.id, p.created_at
  from purchases p join order_placements o on o.purchase_id = p.id
  where lower(p.customer_email) = lower(new.email) and p.customer_id is null and o.consent_wording is not null
    and coalesce((select not c.is_given and c.decided_at < p.created_at from customer_consents c
      where c.customer_id = new.id and c.purpose = 'marketing_email' order by c.id desc limit 1), true)
  order by p.created_at, p.id limit 1;
  update order_placements o set consent_wording = null from purchases p
  where p.id = o.purchase_id and lower(p.customer_email) = lower(new.email) and p.customer_id is null and o.consent_wording is not null;
  return null;
end
$$;
create trigger customers_have_agreed_by_address after update of email on customers
  for each row when (new.status in ('active', 'blocked') and lower(new.email) <> lower(old.email))
  execute function customers_have_agreed();

-- What was given already waits no longer.
update order_placements o set consent_wording = null from purchases p
where p.id = o.purchase_id and o.consent_wording is not null and exists (
  select from customer_consents c join purchases g on g.id = c.purchase_id
  where c.source = 'checkout' and g.customer_id is null and lower(g.customer_email) = lower(p.customer_email));
-- What waits for an address that a customer got since is given now.
with due as (
  select k.id as customer_id, o.purchase_id, o.consent_wording, p.created_at,
    coalesce((select not c.is_given and c.decided_at < p.created_at from customer_consents c
      where c.customer_id = k.id and c.purpose = 'marketing_email' order by c.id desc limit 1), true) as counts
  from order_placements o join purchases p on p.id = o.purchase_id
    join customers k on lower(k.email) = lower(p.customer_email) and k.status in ('active', 'blocked')
  where o.consent_wording is not null and p.customer_id is null
), given as (
  insert into customer_consents (customer_id, purpose, is_given, source, text_version, purchase_id, decided_at)
  select distinct on (customer_id) customer_id, 'marketing_email', true, 'checkout', consent_wording, purchase_id, created_at
  from due where counts order by customer_id, created_at, purchase_id
)
update order_placements o set consent_wording = null from due d where o.purchase_id = d.purchase_id;
