-- A disputed payment is out of the provider's hands until the bank decides: withdrawn money waits on an account of its own,
-- and ends as a chargeback or comes back. What the provider charges for a dispute is a payment fee like the others.
insert into ledger_accounts (code, kind) values ('disputed_funds', 'asset');
alter table ledger_entries
  drop constraint ledger_entries_account_check,
  drop constraint ledger_entries_cause_check,
  add column dispute_id bigint references disputes (id);
alter table ledger_entries
  add constraint ledger_entries_account_check check (account in (
    'gateway', 'disputed_funds', 'customer_credit', 'suppliers', 'taxes', 'sales', 'refunds', 'sales_tax', 'chargebacks',
    'supplier_cost', 'payment_fees', 'exchange')),
  add constraint ledger_entries_cause_check check (cause in (
    'capture', 'payment_fee', 'refund', 'refund_reversed', 'dispute_withdrawn', 'dispute_reinstated', 'dispute_fee',
    'chargeback', 'supplier_cost', 'tax'));
create index ledger_entries_dispute on ledger_entries (dispute_id, id) where dispute_id is not null;

drop view ledger_movements;
create view ledger_movements as
  select 'capture' as cause, x.purchase_id, x.id as payment_id, null::bigint as refund_id,
    coalesce(x.captured_at, x.created_at) as posted_at, 'gateway' as debit, 'sales' as credit, x.currency, x.captured as amount,
    null::text as base_currency, null::bigint as base, null::bigint as dispute_id
  from payments x where x.captured <> 0
  union all
  select 'payment_fee', x.purchase_id, x.id, null, coalesce(x.captured_at, x.created_at), 'payment_fees', 'gateway',
    x.currency, x.fee, null, null, null
  from payments x where x.fee <> 0
  union all
  select 'refund', r.purchase_id, r.payment_id, r.id, coalesce(r.succeeded_at, r.created_at), 'refunds',
    case r.destination when 'credit' then 'customer_credit' else 'gateway' end, r.currency, r.amount, null, null, null
  from refunds r where r.state in ('succeeded', 'reversed')
  union all
  select 'refund_reversed', r.purchase_id, r.payment_id, r.id, r.updated_at, 'refunds',
    case r.destination when 'credit' then 'customer_credit' else 'gateway' end, r.currency, -r.amount, null, null, null
  from refunds r where r.state = 'reversed'
  union all
  select 'dispute_withdrawn', d.purchase_id, d.payment_id, null, coalesce(d.withdrawn_at, d.opened_at), 'disputed_funds',
    'gateway', d.currency, d.withdrawn, null, null, d.id
  from disputes d where d.withdrawn <> 0
  union all
  select 'dispute_reinstated', d.purchase_id, d.payment_id, null, coalesce(d.reinstated_at, d.updated_at), 'disputed_funds',
    'gateway', d.currency, -d.reinstated, null, null, d.id
  from disputes d where d.reinstated <> 0
  union all
  select 'dispute_fee', d.purchase_id, d.payment_id, null, coalesce(d.withdrawn_at, d.opened_at), 'payment_fees', 'gateway',
    d.currency, d.fee, null, null, d.id
  from disputes d where d.fee <> 0
  union all
  select 'chargeback', p.id, null, null, coalesce(
      (select max(d.closed_at) from disputes d where d.purchase_id = p.id and d.status = 'lost'), p.updated_at),
    'chargebacks', 'disputed_funds', p.currency, p.charged_back, null, null, null
  from purchases p where p.charged_back <> 0
  union all
  select 'supplier_cost', p.id, null, null, p.created_at, 'supplier_cost', 'suppliers', p.currency, p.supplier_cost,
    nullif(p.cost_currency, p.currency), p.net_cost, null
  from purchases p where p.supplier_cost <> 0 or p.net_cost <> 0
  union all
  select 'tax', p.id, null, null, p.created_at, 'sales_tax', 'taxes', p.currency, t.tax, null, null, null
  from purchases p cross join lateral (
    select ledger_tax(p.tax_total, p.grand_total, p.captured - p.refunded - p.charged_back) as tax) t
  where p.tax_total <> 0 and t.tax <> 0;

drop function ledger_post(text, bigint, bigint, bigint, text, text, text, bigint, text, bigint);
create function ledger_post(
  cause text, purchase_id bigint, payment_id bigint, refund_id bigint, debit text, credit text, currency text,
  amount bigint, base_currency text default null, base bigint default null, dispute_id bigint default null
) returns void language plpgsql as $$
declare
  number bigint;
begin
  if amount = 0 and (base_currency is null or base = 0) then
    return;
  end if;
  number := nextval('ledger_postings');
  insert into ledger_entries
    (posting, posted_at, cause, account, currency, amount, purchase_id, payment_id, refund_id, dispute_id)
  select number, now(), ledger_post.cause, e.account, e.currency, e.amount, ledger_post.purchase_id,
    ledger_post.payment_id, ledger_post.refund_id, ledger_post.dispute_id
  from (values
    (debit, ledger_post.currency, ledger_post.amount),
    (case when base_currency is null then credit else 'exchange' end, ledger_post.currency, -ledger_post.amount),
    ('exchange', base_currency, base),
    (credit, base_currency, -base)) as e (account, currency, amount)
  where e.currency is not null and e.amount <> 0;
end
$$;

create or replace function ledger_open() returns void language plpgsql as $$
begin
  truncate ledger_entries restart identity;
  alter table ledger_entries disable trigger ledger_entries_balance;
  insert into ledger_entries
    (posting, posted_at, cause, account, currency, amount, purchase_id, payment_id, refund_id, dispute_id, created_at,
      updated_at)
  select m.posting, m.posted_at, m.cause, e.account, e.currency, e.amount, m.purchase_id, m.payment_id, m.refund_id,
    m.dispute_id, m.posted_at, m.posted_at
  from (select row_number() over (order by posted_at, purchase_id, cause, payment_id, refund_id, dispute_id) as posting, *
    from ledger_movements) m
  cross join lateral (values
    (1, m.debit, m.currency, m.amount),
    (2, case when m.base_currency is null then m.credit else 'exchange' end, m.currency, -m.amount),
    (3, 'exchange', m.base_currency, m.base),
    (4, m.credit, m.base_currency, -m.base)) as e (place, account, currency, amount)
  where e.currency is not null and e.amount <> 0
  order by m.posting, e.place;
  if exists (select from ledger_entries group by posting, currency having sum(amount) <> 0) then
    raise exception 'A posting is not balanced'
      using errcode = 'check_violation', constraint = 'postings_are_balanced', table = 'ledger_entries';
  end if;
  alter table ledger_entries enable trigger ledger_entries_balance;
  perform setval('ledger_postings', (select coalesce(max(posting), 0) + 1 from ledger_entries), false);
end
$$;

create or replace function orders_are_posted() returns trigger language plpgsql as $$
declare
  was purchases;
  was_tax bigint := 0;
begin
  if tg_op = 'UPDATE' then
    was := old;
    was_tax := ledger_tax(old.tax_total, old.grand_total, old.captured - old.refunded - old.charged_back);
  end if;
  perform ledger_post('chargeback', new.id, null, null, 'chargebacks', 'disputed_funds', new.currency,
    new.charged_back - coalesce(was.charged_back, 0));
  perform ledger_post('supplier_cost', new.id, null, null, 'supplier_cost', 'suppliers', new.currency,
    new.supplier_cost - coalesce(was.supplier_cost, 0), nullif(new.cost_currency, new.currency),
    new.net_cost - coalesce(was.net_cost, 0));
  perform ledger_post('tax', new.id, null, null, 'sales_tax', 'taxes', new.currency,
    ledger_tax(new.tax_total, new.grand_total, new.captured - new.refunded - new.charged_back) - was_tax);
  return null;
end
$$;

create function disputes_are_posted() returns trigger language plpgsql as $$
declare
  was_withdrawn bigint := case tg_op when 'UPDATE' then old.withdrawn else 0 end;
  was_reinstated bigint := case tg_op when 'UPDATE' then old.reinstated else 0 end;
  was_fee bigint := case tg_op when 'UPDATE' then old.fee else 0 end;
begin
  perform ledger_post('dispute_withdrawn', new.purchase_id, new.payment_id, null, 'disputed_funds', 'gateway', new.currency,
    new.withdrawn - was_withdrawn, dispute_id => new.id);
  perform ledger_post('dispute_reinstated', new.purchase_id, new.payment_id, null, 'disputed_funds', 'gateway', new.currency,
    was_reinstated - new.reinstated, dispute_id => new.id);
  perform ledger_post('dispute_fee', new.purchase_id, new.payment_id, null, 'payment_fees', 'gateway', new.currency,
    new.fee - was_fee, dispute_id => new.id);
  return null;
end
$$;
create trigger disputes_post_on_insert after insert on disputes
  for each row when (new.withdrawn <> 0 or new.reinstated <> 0 or new.fee <> 0) execute function disputes_are_posted();
create trigger disputes_post_on_update after update of withdrawn, reinstated, fee on disputes
  for each row when ((old.withdrawn, old.reinstated, old.fee) is distinct from (new.withdrawn, new.reinstated, new.fee))
  execute function disputes_are_posted();
create trigger disputes_keep_their_currency before update of currency, purchase_id, payment_id on disputes
  for each row when ((old.currency, old.purchase_id, old.payment_id)
    is distinct from (new.currency, new.purchase_id, new.payment_id))
  execute function posted_money_keeps_its_currency();
