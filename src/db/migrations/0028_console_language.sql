-- The language in which the console speaks to somebody, wherever they sign in. Null: what their browser asks for.
alter table staff add column language text check (language in ('en', 'es'));
