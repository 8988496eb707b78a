-- The PDF of a document is made once, when it is first asked for, and kept beside its e-invoice.

alter table invoice_files drop constraint invoice_files_format_check;
alter table invoice_files add constraint invoice_files_format_check check (format in ('ubl', 'pdf'));
alter table invoice_files alter column content drop not null;
-- About 25 kB each, and 50 kB where it is in Chinese, Japanese or Korean.
alter table invoice_files add column bytes bytea check (octet_length(bytes) between 1 and 10000000);
alter table invoice_files add constraint text_or_bytes
  check ((format = 'pdf') = (bytes is not null) and (format = 'ubl') = (content is not null));

-- As before; now also of bytes.
create or replace function seal_an_invoice_file() returns trigger language plpgsql as $$
begin
  new.sha256 := encode(sha256(coalesce(new.bytes, convert_to(new.content, 'UTF8'))), 'hex');
  return new;
end
$$;
