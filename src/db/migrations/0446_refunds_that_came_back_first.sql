-- A refund that the bank sent back leaves its customer unpaid, until another one goes out: as urgent as one that failed, and listed
-- first. Whether there is another one is not in its own row, so the table keeps it there. A reversed refund changes no more: what was
-- made at that moment or later was made after it.
alter table refunds add column made_again boolean not null default false;

create function refunds_say_what_was_made_again() returns trigger language plpgsql as $$
begin
  update refunds r set made_again = not r.made_again
  where r.purchase_id = new.purchase_id and r.state = 'reversed' and r.made_again <> exists (
    select from refunds n where n.purchase_id = r.purchase_id and n.id <> r.id and n.created_at >= r.updated_at
      and n.state not in ('rejected', 'failed', 'reversed'));
  return null;
end
$$;
create trigger refunds_say_what_was_made_again after insert or update of state on refunds
  for each row execute function refunds_say_what_was_made_again();

update refunds r set made_again = true
where r.state = 'reversed' and exists (
  select from refunds n where n.purchase_id = r.purchase_id and n.id <> r.id and n.created_at >= r.updated_at
    and n.state not in ('rejected', 'failed', 'reversed'));

alter table refunds drop column urgency;
alter table refunds add column urgency integer not null generated always as (case
  when state = 'failed' or state = 'reversed' and not made_again then 3 when state = 'requested' then 2
  when state in ('approved', 'processing') then 1 else 0 end) stored;
create index refunds_urgency on refunds (urgency, id);
