-- A provider calls each try of a refund by another name, and its statements name those that came back too. Its CSV files carry no
-- name of ours, so the earlier ones are kept. Whatever program writes the next one: it is kept by the table itself.
alter table refunds add column earlier_references text[] not null default '{}';

create function refunds_keep_their_references() returns trigger language plpgsql as $$
begin
  if not old.psp_reference = any (new.earlier_references) then
    new.earlier_references := new.earlier_references || old.psp_reference;
  end if;
  return new;
end
$$;
create trigger refunds_keep_their_references before update of psp_reference on refunds
  for each row when (old.psp_reference is not null and old.psp_reference is distinct from new.psp_reference)
  execute function refunds_keep_their_references();

-- Few refunds have any.
create index refunds_earlier_references on refunds using gin (earlier_references) where earlier_references <> '{}';

-- Of those that were tried again before, statements that our own name came with still say which they were.
update refunds r set earlier_references = l.sources
from (
  select refund_id, array_agg(distinct source_reference) as sources from statement_lines
  where kind in ('refund', 'refund_failed') and refund_id is not null and source_reference is not null group by refund_id) l
where r.id = l.refund_id and r.attempt > 1 and not l.sources <@ array[r.psp_reference];
