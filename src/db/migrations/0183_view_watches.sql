-- Which saved views a member of staff watches: for new rows, or for more rows than so many. Owned by views; deleted with the
-- view or the person; no personal data besides the id of staff; a few rows a person.
create table view_watches (
  staff_id bigint not null references staff (id) on delete cascade,
  view_id bigint not null references saved_views (id) on delete cascade,
  -- What narrows the view's list for good, as a filter travels.
  within text check (char_length(within) <= 2000),
  -- Null: new rows are news. Else it is news when there are more rows than this.
  threshold integer check (threshold between 0 and 1000),
  -- Rows with a greater id have come since the person last read of the view, and since they last heard of it.
  base_id bigint not null,
  seen_id bigint not null,
  -- There were more rows than the threshold when it was last looked at.
  is_over boolean not null default false,
  checked_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  primary key (staff_id, view_id)
);
create index view_watches_view on view_watches (view_id);
create index view_watches_checked on view_watches (checked_at);
