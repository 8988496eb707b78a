-- When a customer is anonymised, the database itself forgets who they were, wherever that is written: whatever program does it,
-- nothing is left out. Fiscal documents stay as they were issued, and so do amounts, days and what was sold.

create function customers_lose_themselves() returns trigger language plpgsql as $$
begin
  new.email := 'customer-' || new.id || '@anonymised.invalid';
  new.first_name := 'Anonymised';
  new.last_name := 'customer';
  new.phone := null;
  new.tags := '{}';
  new.risk_notes := null;
  new.is_verified := false;
  new.marketing_consent_at := null;
  new.last_seen_at := null;
  return new;
end
$$;
create trigger customers_lose_themselves before update of status on customers
  for each row when (new.status = 'anonymised' and old.status <> 'anonymised') execute function customers_lose_themselves();

-- Reviews lose their author and words; the stars stay, because they are in the totals of what was reviewed.
create function forget_reviews_of(orders bigint[]) returns void language plpgsql as $$
declare
  reviews text;
  ids bigint[];
begin
  foreach reviews in array array['product', 'alias', 'lineup'] loop
    execute format('select coalesce(array_agg(id), ''{}'') from %I where purchase_id = any($1)', reviews || '_reviews')
      into ids using orders;
    continue when cardinality(ids) = 0;
    delete from review_translations where kind = reviews and review_id = any(ids);
    execute format('update %I set title = case when title is not null then ''[redacted]'' end, body = ''[redacted]'', author_name = ''Anonymised'', author_email = null,
      author_address = null, staff_reply = null, moderation_note = null, supplier_reference = null where id = any($1)',
      reviews || '_reviews') using ids;
    -- A change of the words keeps the original, so this comes last.
    delete from review_originals where kind = reviews and review_id = any(ids);
  end loop;
end
$$;

-- What suppliers and gateways were sent and answered for some orders.
create function forget_calls_of(orders bigint[]) returns void language plpgsql as $$
declare
  keys text[] := array(select supplier_key from order_placements where purchase_id = any(orders) and supplier_key is not null);
begin
  delete from supplier_exchanges where key = any(keys);
  update supplier_bookings set visit = '{}', reason = null, voucher_url = null where key = any(keys);
  update supplier_calls set request = '{}', answer = case when answer is null then null else '{}'::jsonb end where key = any(keys);
  update visit_changes set plan = '{}' where purchase_id = any(orders);
  update order_placements set partner_reference = null where purchase_id = any(orders);
end
$$;

-- Logs, outboxes and searches name people by what they wrote: rows with an address or number of the customer go.
create function forget_logs_with(words text[]) returns void language plpgsql as $$
declare
  log text;
begin
  foreach log in array array['messages', 'idempotency_keys', 'outbound_calls', 'supplier_exchanges', 'saved_views', 'bulk_selections',
    'bulk_edits', 'bulk_edit_results', 'file_imports', 'file_import_rows', 'inbox_items'] loop
    execute format('delete from %I t where exists (select from unnest($1) w where position(w in lower(t::text)) > 0)', log)
      using words;
  end loop;
  delete from file_import_pieces p where exists (
    select from unnest(words) w where position(convert_to(w, 'UTF8') in p.data) > 0);
  update job_runs r set error = null where exists (select from unnest(words) w where position(w in lower(r.error)) > 0);
end
$$;

create function forget_customer() returns trigger language plpgsql as $$
declare
  alias_of text := 'customer-' || new.id || '@anonymised.invalid';
  orders bigint[] := array(select id from purchases where customer_id = new.id
    or customer_id is null and lower(customer_email) = lower(old.email));
  words text[] := array(select distinct lower(w) from (
    select unnest(array[old.email, old.phone]) union select unnest(array[customer_email, customer_phone])
    from purchases where id = any(orders)) o (w) where char_length(w) > 5);
begin
  delete from messages where id in (select message_id from order_messages where purchase_id = any(orders));
  update order_messages set subject = 'Anonymised' where purchase_id = any(orders);
  delete from customer_sessions where customer_id = new.id;
  delete from customer_sign_in_links where customer_id = new.id;
  update coupon_redemptions set email_folded = alias_of where customer_id = new.id or purchase_id = any(orders);
  update purchases set customer_name = 'Anonymised customer', customer_email = alias_of, customer_phone = null, answers = '[]',
    tags = '{}', client_address = null, device = null, utm_source = null, utm_medium = null, utm_campaign = null
  where id = any(orders);
  update purchase_lines set holder_names = '{}' where purchase_id = any(orders) and holder_names <> '{}';
  update purchase_events set detail = null, actor_name = case when actor_kind = 'customer' then null else actor_name end
  where purchase_id = any(orders);
  update customer_requests set note = null, answer = null where purchase_id = any(orders);
  update refunds set note = null, bank_account = right(bank_account, 4) where purchase_id = any(orders);
  -- What is left to spend ends with the customer.
  update store_credits set note = null, expired = expired + available where customer_id = new.id;
  update recoverables set reason = 'Anonymised' where purchase_id = any(orders) and reason is not null;
  update reconciliation_findings set explanation = 'Anonymised', tags = '{}' where purchase_id = any(orders)
    and (explanation is not null or tags <> '{}');
  perform forget_reviews_of(orders);
  perform forget_calls_of(orders);
  -- Files that people took out of the console end a week later by themselves; those that can name the customer end now.
  delete from exports where resource in ('customers', 'purchases', 'refunds', 'store-credits', 'invoices', 'recoverables',
    'product-reviews', 'alias-reviews', 'lineup-reviews', 'reconciliation-findings');
  delete from inbox_items where resource = 'customers' and record_id = new.id
    or resource = 'purchases' and record_id = any(orders);
  perform forget_logs_with(words);
  return null;
end
$$;
create trigger customers_forget_themselves after update of status on customers
  for each row when (new.status = 'anonymised' and old.status <> 'anonymised') execute function forget_customer();
