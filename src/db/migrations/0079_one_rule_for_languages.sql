-- What a tag of a language is, is said once: countries and authors follow the rule that options have.
update countries set languages = array(
  select tag from unnest(languages) with ordinality as given (tag, place) where are_locales(array[tag]) order by place)
where not are_locales(languages);
alter table countries drop constraint languages_are_tags, add constraint languages_are_tags check (are_locales(languages));
alter table authors drop constraint authors_languages_check, add constraint authors_languages_check check (are_locales(languages));
drop function are_language_tags(text[]);
