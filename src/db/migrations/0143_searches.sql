-- The searches of lists that came with money and supply, over the folded text that every search reads.
create index payments_search on payments using gin (searchable(psp_reference) gin_trgm_ops);
create index refunds_search on refunds using gin (searchable(psp_reference) gin_trgm_ops);
drop index invoices_search;
create index invoices_search on invoices using gin (searchable(number, recipient_name, subject) gin_trgm_ops);

do $$
declare
  codes text;
  old text;
begin
  for codes in select relname from pg_class where relkind = 'r' and relname like 'product\_codes%' order by relname loop
    for old in select indexname from pg_indexes where tablename = codes and indexdef like '%gin (code gin_trgm_ops%' loop
      execute format('drop index %I', old);
    end loop;
    execute format('create index %I on %I using gin (searchable(code, title) gin_trgm_ops)', codes || '_search', codes);
  end loop;
end
$$;
