-- Downloading texts needs `export`, like every other list. Roles that translate keep their work.
insert into role_permissions (role_id, action, object, granted_by)
select role_id, 'export', 'translations', granted_by from role_permissions where object = 'translations' and action = 'write'
on conflict do nothing;
