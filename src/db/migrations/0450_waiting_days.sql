-- How many orders waited for staff at the end of each day, for the home page: what waited earlier cannot be read from the orders
-- as they are now. Owned by purchases; a row a day, so that nothing deletes them; no personal data.
create table waiting_days (
  day date primary key,
  count integer not null check (count >= 0)
);
