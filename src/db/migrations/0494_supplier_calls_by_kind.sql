-- What a supplier was called for, by the subject of the call, so that staff find lists of changes and searches, which belong to no
-- code. Null: a call of an order, which is shown with its order alone, or one to another service.
create function supplier_call_kind(subject text) returns text language sql immutable parallel safe as $$
  select case
    when subject = 'supplier_syncs' then 'changes'
    when subject = 'supplier_products' or starts_with(subject, 'products ') then 'product'
    when starts_with(subject, 'again ') then 'again'
    when subject like 'product-codes% search' or subject like 'product-codes% dry-run %' then 'search'
    when starts_with(subject, 'product-codes') then 'import'
  end
$$;
create index outbound_calls_kind on outbound_calls (target, supplier_call_kind(subject), id)
  where supplier_call_kind(subject) is not null;
