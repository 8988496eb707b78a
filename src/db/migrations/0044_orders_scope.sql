-- Keys that may sell: quotes and orders.
alter table discovery_api_users drop constraint discovery_api_users_scopes_check;
alter table discovery_api_users add constraint discovery_api_users_scopes_check
  check (scopes <@ array['catalogue:read', 'prices:read', 'availability:read', 'reviews:read', 'orders']);
