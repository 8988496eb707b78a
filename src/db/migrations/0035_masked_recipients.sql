-- Whom a message went to is found by the whole address alone, so its letters leave the text that is searched.
drop index messages_search;
create index messages_search on messages using gin (searchable(subject) gin_trgm_ops);
create index messages_recipient on messages (lower(recipient));
