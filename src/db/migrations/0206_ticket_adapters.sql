-- Providers of tickets are connected as suppliers of products are; their codes can have hyphens and digits.
alter table supplier_connections drop constraint supplier_connections_supplier_check;
alter table supplier_connections add constraint supplier_connections_supplier_check check (supplier ~ '^[a-z][a-z0-9-]{1,29}$');
