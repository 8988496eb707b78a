-- A document is sent once its message has left, not when staff press the button: without a mail server it is kept, and a mail
-- server can refuse it. What became of a message is remembered beside it, as messages are deleted after 90 days.

alter table invoice_messages add column state text not null default 'waiting'
  check (state in ('waiting', 'sent', 'kept', 'failed'));
-- Those whose message is gone were sent as far as anyone can tell.
update invoice_messages set state = 'sent' where message_id is null;
update invoice_messages s set state = replace(m.status, 'sending', 'waiting') from messages m where m.id = s.message_id;

-- What became of the last of its messages; null where there was none.
alter table invoices add column sending text check (sending in ('waiting', 'sent', 'kept', 'failed'));
drop trigger invoices_stay on invoices;
update invoices i set sending = l.state, sent_at = l.sent_at from (
  select s.invoice_id, (array_agg(s.state order by s.id desc))[1] as state,
    max(coalesce(m.sent_at, s.created_at)) filter (where s.state = 'sent') as sent_at
  from invoice_messages s left join messages m on m.id = s.message_id group by s.invoice_id) l
where l.invoice_id = i.id;

-- Sending is no part of what a document says. That it once left stays true.
create or replace function only_sending_changes_an_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.sent_at is not null or old.sent_at is null and new.sending is not null)
    and to_jsonb(new) - '{sent_at,sending,updated_at,version,number}'::text[]
      = to_jsonb(old) - '{sent_at,sending,updated_at,version,number}'::text[] then
    return new;
  end if;
  raise exception 'An issued document never changes: rectify it'
    using errcode = 'check_violation', constraint = 'issued_documents_stay', table = tg_table_name;
end
$$;
create trigger invoices_stay before update or delete on invoices
  for each row execute function only_sending_changes_an_invoice();

create function tell_documents_of_their_message() returns trigger language plpgsql as $$
declare
  becomes text := replace(new.status, 'sending', 'waiting');
begin
  with changed as (
    update invoice_messages set state = becomes where message_id = new.id and state <> becomes returning id, invoice_id)
  update invoices i set sent_at = case when becomes = 'sent' then coalesce(new.sent_at, now()) else i.sent_at end,
    sending = case when exists (select from invoice_messages l where l.invoice_id = i.id and l.id > c.id) then i.sending
      else becomes end,
    updated_at = now(), version = version + 1
  from changed c where i.id = c.invoice_id;
  return null;
end
$$;
create trigger messages_tell_their_documents after update of status on messages
  for each row when (new.template like '%invoice' and new.status is distinct from old.status)
  execute function tell_documents_of_their_message();

-- A message is locked before what tells of it, here as where it is delivered.
create or replace function forget_tickets_of_customer() returns trigger language plpgsql as $$
declare
  orders bigint[] := array(select id from purchases where customer_id = new.id
    or customer_id is null and lower(customer_email) = lower(old.email));
begin
  -- Their files follow, by the job that removes what has no row any more.
  delete from e_tickets where purchase_id = any(orders);
  delete from e_ticket_uploads where purchase_id = any(orders);
  update price_overrides set reason = 'Anonymised' where purchase_id = any(orders);
  perform from messages where id in (select s.message_id from invoice_messages s join invoices i on i.id = s.invoice_id
    where i.purchase_id = any(orders)) order by id for update;
  -- A masked address still has its domain.
  update invoice_messages m set recipient = 'Anonymised' from invoices i where i.id = m.invoice_id and i.purchase_id = any(orders);
  return null;
end
$$;
