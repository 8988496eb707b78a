-- The PDFs of e-tickets can name who they admit, staff can name a customer where they say why a price was changed, and a document
-- remembers to whom it was sent. All of it goes when the customer is anonymised.

create function forget_tickets_of_customer() returns trigger language plpgsql as $$
declare
  orders bigint[] := array(select id from purchases where customer_id = new.id
    or customer_id is null and lower(customer_email) = lower(old.email));
begin
  -- Their files follow, by the job that removes what has no row any more.
  delete from e_tickets where purchase_id = any(orders);
  delete from e_ticket_uploads where purchase_id = any(orders);
  update price_overrides set reason = 'Anonymised' where purchase_id = any(orders);
  -- A masked address still has its domain.
  update invoice_messages m set recipient = 'Anonymised' from invoices i where i.id = m.invoice_id and i.purchase_id = any(orders);
  return null;
end
$$;
-- By its name it comes before customers_forget_themselves, which takes the addresses away by which orders are found.
create trigger customers_forget_their_tickets after update of status on customers
  for each row when (new.status = 'anonymised' and old.status <> 'anonymised') execute function forget_tickets_of_customer();
