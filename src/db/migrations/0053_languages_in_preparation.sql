-- A language is translated into before readers see it: staff say so, and its texts, queue and files are there, while nothing public
-- knows of it. A language that has left the site may be prepared again.
alter table locales
  add column is_in_preparation boolean not null default false,
  add constraint a_language_of_the_site_is_prepared check (not (is_in_preparation and (is_enabled_on_site or is_default)));
-- Languages that had been entered for nothing else.
update locales set is_in_preparation = true where not is_enabled_on_site and not is_default and not is_enabled_in_console and retired_at is null;
