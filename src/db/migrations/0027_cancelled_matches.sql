-- A match that is called off before it begins is cancelled. Abandoned is one that began and was not played to its end.
alter table matches drop constraint matches_status_check;
alter table matches add constraint matches_status_check
  check (status in ('scheduled', 'postponed', 'cancelled', 'abandoned', 'played'));
alter table match_changes drop constraint match_changes_status_check;
alter table match_changes add constraint match_changes_status_check
  check (status in ('scheduled', 'postponed', 'cancelled', 'abandoned', 'played'));
