-- Longer work ends with sentences (why it failed, what became of a record) that are written down while nobody asks: in the
-- language of the call that left the work.
alter table exports add column language text not null default 'en' check (language in ('en', 'es', 'en-XA'));
alter table bulk_edits add column language text not null default 'en' check (language in ('en', 'es', 'en-XA'));
alter table file_imports add column language text not null default 'en' check (language in ('en', 'es', 'en-XA'));
