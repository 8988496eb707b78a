-- Simplified invoices: for small amounts, where the recipient gives neither tax id nor address. They count in a series of their own.

alter table invoices
  -- What allows it: article 220a of Directive 2006/112/EC, or article 4 of the Spanish Real Decreto 1619/2012 by its general limit
  -- or by that of passenger transport.
  add column simplified_by text check (simplified_by in ('directive', 'spain', 'spain_transport')),
  -- The highest total that it allowed, in minor units of the document's currency, at the rate of its day.
  add column simplified_limit bigint check (simplified_limit > 0);
alter table invoices drop constraint invoices_kind_check;
alter table invoices add constraint invoices_kind_check check (kind in ('invoice', 'simplified', 'rectifying', 'correction'));
alter table invoices drop constraint only_rectifying_takes_away;
alter table invoices add constraint only_rectifying_takes_away
  check (case when kind in ('invoice', 'simplified') then gross >= 0 else gross < 0 end);
alter table invoices drop constraint what_rectifies_refers;
alter table invoices add constraint what_rectifies_refers check (kind in ('invoice', 'simplified') or refers_to_id is not null);
alter table invoices add constraint a_simplified_invoice_has_its_ground check (
  case kind when 'simplified' then simplified_by is not null and simplified_limit is not null
    else simplified_by is null and simplified_limit is null end);
alter table invoices add constraint a_simplified_invoice_is_small check (kind <> 'simplified' or gross <= simplified_limit);
alter table invoices add constraint a_simplified_invoice_names_no_taxpayer check (kind <> 'simplified'
  or (recipient_tax_id is null and recipient_company is null and recipient_address is null and tax_treatment <> 'reverse_charge'));

alter table invoice_series drop constraint invoice_series_series_check;
alter table invoice_series add constraint invoice_series_series_check
  check (series in ('INV', 'SIM', 'REC', 'TEST-INV', 'TEST-SIM', 'TEST-REC'));

drop index invoices_one_an_order;
create unique index invoices_one_an_order on invoices (purchase_id)
  where kind in ('invoice', 'simplified') and refers_to_id is null;
drop index invoices_replaced_once;
create unique index invoices_replaced_once on invoices (refers_to_id) where kind in ('invoice', 'simplified');

-- As before for all others, so that what is sealed stays sealed.
create or replace function invoice_hash(i invoices) returns text language sql stable as $$
  select encode(sha256(convert_to(i.previous_hash || jsonb_build_array(
    i.id, i.kind, i.series, i.year, i.sequence, i.is_test,
    to_char(i.issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), to_char(i.issued_on, 'YYYY-MM-DD'),
    to_char(i.operation_on, 'YYYY-MM-DD'), i.issued_by, i.purchase_id, i.purchase_reference, i.purchase_kind, i.subject,
    i.refers_to_id, i.reason, i.issuer_name, i.issuer_tax_id, i.issuer_address, i.issuer_country, i.recipient_name, i.recipient_company,
    i.recipient_tax_id, i.recipient_address, i.recipient_country, i.locale, i.currency, i.prices_include_tax, i.net, i.tax,
    i.gross,
    (select jsonb_agg(jsonb_build_array(l.position, l.title, l.quantity, l.unit_price, l.tax_rate, l.net, l.tax, l.gross)
      order by l.position) from invoice_lines l where l.invoice_id = i.id),
    (select jsonb_agg(jsonb_build_array(t.tax_rate, t.net, t.tax, t.gross) order by t.tax_rate)
      from invoice_taxes t where t.invoice_id = i.id),
    (select jsonb_agg(jsonb_build_array(r.refund_id, r.amount) order by r.refund_id)
      from invoice_refunds r where r.invoice_id = i.id)
  )::text || case i.tax_treatment when 'standard' then '' else i.tax_treatment end
    || case when i.simplified_by is null then '' else i.simplified_by || i.simplified_limit::text end, 'UTF8')), 'hex')
$$;

-- As before, and a simplified invoice is rectified and replaced like another. None takes the place of a full one.
create or replace function issue_invoice() returns trigger language plpgsql as $$
declare
  last invoice_series;
  original invoices;
  given_back bigint;
begin
  if exists (
      select from (select coalesce(sum(t.net), 0) as net, coalesce(sum(t.tax), 0) as tax, coalesce(sum(t.gross), 0) as gross
        from invoice_taxes t where t.invoice_id = new.id) t
      where (t.net, t.tax, t.gross) is distinct from (new.net, new.tax, new.gross))
    or exists (
      select from (select tax_rate, net, tax, gross from invoice_taxes where invoice_id = new.id) t
      full join (select tax_rate, sum(net) as net, sum(tax) as tax, sum(gross) as gross from invoice_lines
        where invoice_id = new.id group by tax_rate) l using (tax_rate)
      where (t.net, t.tax, t.gross) is distinct from (l.net, l.tax, l.gross)) then
    raise exception 'The lines and taxes of the document of order % do not add up to it', new.purchase_reference
      using errcode = 'check_violation', constraint = 'lines_add_up_to_the_document', table = 'invoices';
  end if;

  if new.refers_to_id is not null then
    -- Locked, so that two documents that refer to one cannot overlook each other.
    select * into original from invoices where id = new.refers_to_id for no key update;
    if original.kind not in ('invoice', 'simplified')
      or (original.purchase_id, original.currency, original.issuer_tax_id, original.is_test)
        is distinct from (new.purchase_id, new.currency, new.issuer_tax_id, new.is_test)
      or (new.kind in ('rectifying', 'correction') and new.tax_treatment <> original.tax_treatment)
      or (new.kind = 'simplified' and original.kind = 'invoice') then
      raise exception 'A document rectifies an invoice of the same order, issuer, currency and tax treatment'
        using errcode = 'check_violation', constraint = 'it_rectifies_an_invoice_of_its_order', table = 'invoices';
    end if;
  end if;
  if new.kind in ('rectifying', 'correction') then
    if exists (
      select from invoice_taxes n left join invoice_taxes o on o.invoice_id = original.id and o.tax_rate = n.tax_rate
      cross join lateral (select coalesce(sum(b.gross), 0) as gross, coalesce(sum(b.tax), 0) as tax
        from invoices r join invoice_taxes b on b.invoice_id = r.id and b.tax_rate = n.tax_rate
        where r.refers_to_id = original.id and r.kind in ('rectifying', 'correction')) done
      where n.invoice_id = new.id
        and (coalesce(o.gross, 0) + done.gross + n.gross < 0 or coalesce(o.tax, 0) + done.tax + n.tax < 0)) then
      raise exception 'More would be rectified than invoice % charges', original.number
        using errcode = 'check_violation', constraint = 'no_more_rectified_than_invoiced', table = 'invoices';
    end if;
  end if;
  select coalesce(sum(amount), 0) into given_back from invoice_refunds where invoice_id = new.id;
  if (new.kind = 'rectifying' and given_back <> -new.gross)
    or exists (select from invoice_refunds i join refunds r on r.id = i.refund_id
      where i.invoice_id = new.id and (new.kind not in ('rectifying', 'correction')
        or r.purchase_id <> new.purchase_id or r.state <> 'succeeded' or i.amount > r.amount)) then
    raise exception 'A document rectifies what refunds of its order have given back'
      using errcode = 'check_violation', constraint = 'it_rectifies_what_was_refunded', table = 'invoices';
  end if;
  if new.kind = 'correction' and exists (
    select from (select x.tax_rate, sum(x.net) as net, sum(x.tax) as tax
      from invoices i join invoice_taxes x on x.invoice_id = i.id
      where i.id = original.id or (i.refers_to_id = original.id and i.kind in ('rectifying', 'correction'))
      group by x.tax_rate) o
    full join (select tax_rate, net, tax from invoice_taxes where invoice_id = new.id) n using (tax_rate)
    where coalesce(o.net, 0) + coalesce(n.net, 0) <> 0 or coalesce(o.tax, 0) + coalesce(n.tax, 0) <> 0) then
    raise exception 'A correction takes back all that is left of invoice %', original.number
      using errcode = 'check_violation', constraint = 'a_correction_takes_back_all_that_is_left', table = 'invoices';
  end if;
  if new.kind in ('invoice', 'simplified') and original.id is not null and not exists (
    select from invoices c where c.refers_to_id = original.id and c.kind = 'correction'
      and c.gross + new.gross = -(select coalesce(sum(amount), 0) from invoice_refunds where invoice_id = c.id)) then
    raise exception 'An invoice replaces one that was taken back, and charges what refunds have left of it'
      using errcode = 'check_violation', constraint = 'a_reissue_charges_what_was_taken_back', table = 'invoices';
  end if;

  new.refers_to := original.number;
  new.series := case when new.is_test then 'TEST-' else '' end || case new.kind when 'invoice' then 'INV' when 'simplified' then 'SIM' else 'REC' end;
  new.year := extract(year from new.issued_on);
  insert into invoice_series (issuer_tax_id, series, year) values (new.issuer_tax_id, new.series, new.year)
    on conflict do nothing;
  select * into last from invoice_series
    where issuer_tax_id = new.issuer_tax_id and series = new.series and year = new.year for update;
  -- One that waited for the lock can have begun before the one that had it.
  if new.issued_at is null then
    new.issued_at := greatest(now(), last.last_issued_at);
    new.issued_on := greatest(new.issued_on, last.last_issued_on);
  end if;
  if new.issued_at < last.last_issued_at or new.issued_on < last.last_issued_on then
    raise exception 'A document of series % cannot be older than the one before it', new.series
      using errcode = 'check_violation', constraint = 'dates_only_go_forward', table = 'invoices';
  end if;
  new.sequence := last.last_sequence + 1;
  new.previous_hash := last.last_hash;
  new.hash := invoice_hash(new);
  update invoice_series
    set last_sequence = new.sequence, last_issued_at = new.issued_at, last_issued_on = new.issued_on, last_hash = new.hash
    where issuer_tax_id = new.issuer_tax_id and series = new.series and year = new.year;
  return new;
end
$$;

create or replace function a_correction_is_followed_by_an_invoice() returns trigger language plpgsql as $$
begin
  if not exists (select from invoices where refers_to_id = new.refers_to_id and kind in ('invoice', 'simplified')) then
    raise exception 'A correction needs the invoice that replaces what it takes back'
      using errcode = 'check_violation', constraint = 'a_correction_is_followed_by_an_invoice', table = 'invoices';
  end if;
  return null;
end
$$;
