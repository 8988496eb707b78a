alter table roles add constraint roles_description_check check (char_length(description) <= 500);

-- Who gave a grant, so that people can be told why somebody may do something. Null: it came with the system, or the giver is gone.
alter table role_permissions add column granted_by bigint references staff (id) on delete set null;
create index role_permissions_granted_by on role_permissions (granted_by) where granted_by is not null;

-- `Tours` beside `tours` would only ever mislead.
create unique index permission_objects_lower_name_key on permission_objects (lower(name));
