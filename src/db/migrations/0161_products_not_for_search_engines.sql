-- Some suppliers let their texts be shown, and not be indexed by search engines. It is the supplier's word, so staff cannot change it.
alter table products add column is_no_index boolean not null default false;
update products p set is_no_index = true from product_codes c where c.product_id = p.id and c.is_no_index;
update products p set is_no_index = true from product_codes_tiqets c where c.product_id = p.id and c.is_no_index;
update products p set is_no_index = true from product_codes_globick c where c.product_id = p.id and c.is_no_index;
update products p set is_no_index = true from product_codes_tourcms c where c.product_id = p.id and c.is_no_index;
