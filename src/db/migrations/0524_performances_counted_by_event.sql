-- Lists of events count the performances of each row four times, by status and time: now from the index alone.
drop index performances_event;
create index performances_event on performances (event_id, starts_at, id) include (status, is_date_tbd);
