-- How a document is taxed, and its e-invoice as it was when the document was issued.

-- Standard: each line at its rate. The others charge no tax and say why not, and staff choose them before they issue.
alter table invoices
  add column tax_treatment text not null default 'standard'
    check (tax_treatment in ('standard', 'margin', 'reverse_charge', 'exempt')),
  add constraint only_standard_charges_tax check (tax_treatment = 'standard' or tax = 0),
  -- The recipient declares the tax, so it has to be known who that is.
  add constraint reverse_charge_names_the_recipient
    check (tax_treatment <> 'reverse_charge' or recipient_tax_id is not null);

-- As before for standard documents, so that what is sealed stays sealed.
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
  )::text || case i.tax_treatment when 'standard' then '' else i.tax_treatment end, 'UTF8')), 'hex')
$$;

-- As before; a rectifying document is taxed as what it rectifies.
create or replace function issue_invoice() returns trigger language plpgsql as $$
declare
  last invoice_series;
  original invoices;
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

  if new.kind = 'rectifying' then
    -- Locked, so that two documents that rectify one cannot overlook each other.
    select * into original from invoices where id = new.refers_to_id for no key update;
    if (original.kind, original.purchase_id, original.currency, original.issuer_tax_id, original.is_test,
        original.tax_treatment)
      is distinct from ('invoice', new.purchase_id, new.currency, new.issuer_tax_id, new.is_test, new.tax_treatment) then
      raise exception 'A document rectifies an invoice of the same order, issuer, currency and tax treatment'
        using errcode = 'check_violation', constraint = 'it_rectifies_an_invoice_of_its_order', table = 'invoices';
    end if;
    if exists (
      select from invoice_taxes n left join invoice_taxes o on o.invoice_id = original.id and o.tax_rate = n.tax_rate
      cross join lateral (select coalesce(sum(b.gross), 0) as gross, coalesce(sum(b.tax), 0) as tax
        from invoices r join invoice_taxes b on b.invoice_id = r.id and b.tax_rate = n.tax_rate
        where r.refers_to_id = original.id) done
      where n.invoice_id = new.id
        and (coalesce(o.gross, 0) + done.gross + n.gross < 0 or coalesce(o.tax, 0) + done.tax + n.tax < 0)) then
      raise exception 'More would be rectified than invoice % charges', original.number
        using errcode = 'check_violation', constraint = 'no_more_rectified_than_invoiced', table = 'invoices';
    end if;
    if (select coalesce(sum(amount), 0) from invoice_refunds where invoice_id = new.id) <> -new.gross
      or exists (select from invoice_refunds i join refunds r on r.id = i.refund_id
        where i.invoice_id = new.id
          and (r.purchase_id <> new.purchase_id or r.state <> 'succeeded' or i.amount > r.amount)) then
      raise exception 'A document rectifies what refunds of its order have given back'
        using errcode = 'check_violation', constraint = 'it_rectifies_what_was_refunded', table = 'invoices';
    end if;
  end if;

  new.refers_to := original.number;
  new.series := case when new.is_test then 'TEST-' else '' end || case new.kind when 'invoice' then 'INV' else 'REC' end;
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

-- Owner: invoices; one row a document, written with it and never changed; kept as long as its document; personal: the recipient,
-- in the content; about 4 kB each. What was issued stays the same to the byte, also where the program that writes it changes.
create table invoice_files (
  invoice_id bigint not null references invoices (id),
  format text not null check (format in ('ubl')),
  content text not null check (char_length(content) between 1 and 1000000),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz(3) not null default now(),
  primary key (invoice_id, format)
);

-- The hash is the database's, so it is always that of the content.
create function seal_an_invoice_file() returns trigger language plpgsql as $$
begin
  new.sha256 := encode(sha256(convert_to(new.content, 'UTF8')), 'hex');
  return new;
end
$$;
create trigger invoice_files_seal before insert on invoice_files
  for each row execute function seal_an_invoice_file();
create trigger invoice_files_stay before update or delete on invoice_files
  for each row execute function refuse_to_change_an_invoice();
