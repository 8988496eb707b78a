-- A merge whose surviving record was itself merged away before the job was done could never end. It goes on into what that
-- record became. Where that is its own duplicate, nothing is left to merge.
delete from merges m where m.status = 'moving' and merge_survivor(m.resource, m.survivor_id) = m.duplicate_id;
update merges m set survivor_id = last.survivor_id, survivor_title = last.survivor_title
from merges last
where m.status = 'moving' and last.id = (
  select o.id from merges o
  where o.resource = m.resource and o.status = 'merged' and o.survivor_id = merge_survivor(m.resource, m.survivor_id)
  order by o.id desc limit 1);
