-- News about a record can name the place on its page that it is about, such as #note-7.
alter table inbox_items drop constraint inbox_items_path_check;
alter table inbox_items add constraint inbox_items_path_check
  check (path ~ '^/' or (path ~ '^#[a-z0-9-]+$' and resource is not null));
alter table inbox_items add constraint inbox_items_path_length check (char_length(path) <= 8000);
