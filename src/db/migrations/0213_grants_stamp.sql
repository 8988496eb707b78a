-- Another stamp with every change of what a role grants. A server keeps what a role grants by its stamp, which each call
-- reads with its session: the very next call learns of a change, and no call works out a hundred grants again.
alter table roles add column grants_stamp uuid not null default gen_random_uuid();

create function roles_stamp_grants() returns trigger language plpgsql as $$
begin
  update roles set grants_stamp = gen_random_uuid() where id in (select role_id from changed);
  return null;
end
$$;

create trigger role_permissions_inserted after insert on role_permissions
  referencing new table as changed for each statement execute function roles_stamp_grants();
create trigger role_permissions_deleted after delete on role_permissions
  referencing old table as changed for each statement execute function roles_stamp_grants();
create trigger role_permissions_updated after update on role_permissions
  referencing new table as changed for each statement execute function roles_stamp_grants();
-- Moved, it would leave the stamp of its former role as it was.
create function refuse_to_move_a_grant() returns trigger language plpgsql as $$
begin
  raise exception 'A grant cannot move to another role.' using errcode = 'integrity_constraint_violation';
end
$$;
create trigger role_permissions_stay before update of role_id on role_permissions
  for each row when (new.role_id <> old.role_id) execute function refuse_to_move_a_grant();

create function roles_stamp_all_grants() returns trigger language plpgsql as $$
begin
  update roles set grants_stamp = gen_random_uuid();
  return null;
end
$$;
create trigger role_permissions_emptied after truncate on role_permissions
  for each statement execute function roles_stamp_all_grants();
