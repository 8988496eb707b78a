-- Three commands have left `write` and `ui` for actions of their own. Roles keep what they could do, but for one thing:
-- sharing a view took no more than seeing its list, and from now on goes with changing what is in it.
insert into role_permissions (role_id, action, object, granted_by)
select role_id, managing.action, object, granted_by
from role_permissions, (values ('manage-staff'), ('manage-keys')) as managing (action)
where role_permissions.action = 'write' and object = 'users'
on conflict do nothing;
insert into role_permissions (role_id, action, object, granted_by)
select role_id, 'share', object, granted_by from role_permissions where action = 'write'
on conflict do nothing;
