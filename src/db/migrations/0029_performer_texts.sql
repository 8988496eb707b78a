-- Performers get pictures, and a biography with headings, links and pictures in it.
alter table performers add column image_ids bigint[] not null default '{}';
create index performers_image_ids on performers using gin (image_ids);
create trigger performers_images before insert or update of image_ids on performers
  for each row when (new.image_ids <> '{}') execute function refs_exist('image_ids', 'images');

-- What was plain text is a paragraph from now on.
update performers set biography = '<p>' || replace(replace(replace(biography, '&', '&amp;'), '<', '&lt;'), '>', '&gt;') || '</p>'
where biography is not null and biography not like '<p>%';
create trigger performers_biography_shows after insert or delete or update of biography on performers
  for each row execute function rich_text_shows('biography');

create trigger performers_translations after insert or delete or update of biography on performers
  for each row execute function translations_follow('performers', 'biography', 'biography');
create trigger images_translations after insert or delete or update of alt_text on images
  for each row execute function translations_follow('images', 'altText', 'alt_text');
