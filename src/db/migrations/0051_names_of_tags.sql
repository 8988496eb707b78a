-- Two tags of one kind with one name are one tag to everybody who picks one. The one that more is found by, and else the
-- older, keeps the name; the others get a number, and tag hygiene offers to merge them.
create temporary table tag_uses on commit drop as
  select tag_id, count(*) as uses from (
    select unnest(tag_ids) as tag_id from events union all select unnest(tag_ids) from products
    union all select unnest(tag_ids) from performers union all select unnest(tag_ids) from lineups
  ) every_use group by tag_id;
do $$
declare
  twin record;
  number integer;
begin
  for twin in
    select id, kind, name from (
      select t.id, t.kind, t.name, row_number() over (partition by t.kind, lower(t.name) order by coalesce(u.uses, 0) desc, t.id) as place
      from tags t left join tag_uses u on u.tag_id = t.id) as placed
    where place > 1 order by id
  loop
    number := 2;
    while exists (select from tags where kind = twin.kind and lower(name) = lower(left(twin.name, 74) || ' (' || number || ')')) loop
      number := number + 1;
    end loop;
    update tags set name = left(twin.name, 74) || ' (' || number || ')', version = version + 1, updated_at = now() where id = twin.id;
  end loop;
end
$$;
create unique index tags_name_key on tags (kind, lower(name));
