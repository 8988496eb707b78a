-- Who wrote which texts: a filter of the queue, and what is to be looked at when somebody leaves.
create index translations_translator on translations (translator_id, resource, locale) where translator_id is not null;
