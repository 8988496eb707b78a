-- The clock of a next step is kept here alone. A command can say by when the step is due, and a null says nothing, so that no
-- command ends the clock of an order that still waits for another reason.
create or replace function purchases_follow_their_step() returns trigger language plpgsql as $$
begin
  update purchases set
    due_at = case when new.next_step = 'none' then null
      when tg_op = 'UPDATE' and new.due_at is not null and new.due_at is distinct from old.due_at then new.due_at
      else date_trunc('milliseconds', now()) + (
        select d.within_minutes * interval '1 minute' from step_deadlines d where d.next_step = new.next_step) end,
    snoozed_until = null
  where id = new.id;
  return null;
end
$$;

-- Orders that lost theirs to such a null, or that were given another next step when its definition changed.
update purchases p set due_at = date_trunc('milliseconds', now()) + d.within_minutes * interval '1 minute'
from step_deadlines d
where d.next_step = p.next_step and p.due_at is null;
