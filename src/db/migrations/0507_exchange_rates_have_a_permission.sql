-- Exchange rates are no longer a part of the settings, so that finance can keep them. Roles keep what they could do.
insert into role_permissions (role_id, action, object, granted_by, city_ids, personal_data)
select role_id, action, 'exchange-rates', granted_by, city_ids, personal_data
from role_permissions where object = 'settings' and action in ('ui', 'read', 'write', 'delete', 'export', 'share')
on conflict do nothing;
