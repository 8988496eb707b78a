-- Changes of bookings at outside suppliers: the last one by the token of its quote, whether it is done, and how many were.
alter table supplier_bookings
  add column change_token text check (char_length(change_token) between 1 and 100),
  add column change_state text check (change_state in ('asked', 'done')),
  add column changes integer not null default 0 check (changes >= 0),
  add constraint a_change_has_its_state check ((change_token is null) = (change_state is null));
