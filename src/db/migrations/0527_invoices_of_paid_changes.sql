-- A change of an order can be paid after its invoice. The invoice is then taken back as before, and the one that replaces it charges
-- all that was paid, less the refunds that have documents.

-- As before, and a reissue can be for more than was taken back.
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
      and (c.gross + new.gross = -(select coalesce(sum(amount), 0) from invoice_refunds where invoice_id = c.id)
        or new.gross = (select p.captured from purchases p where p.id = new.purchase_id)
          - (select coalesce(sum(r.amount), 0) from invoice_refunds r join invoices i on i.id = r.invoice_id
            where i.purchase_id = new.purchase_id))) then
    raise exception 'An invoice replaces one that was taken back, and charges what refunds have left of it or what was paid since'
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
