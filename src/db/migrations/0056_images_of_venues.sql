-- A venue has several pictures, as events have; the one that it had stands for it as the first.
alter table venues add column image_ids bigint[] not null default '{}';
update venues set image_ids = array[hero_image_id] where hero_image_id is not null;
create index venues_image_ids on venues using gin (image_ids);
create trigger venues_image_ids before insert or update of image_ids on venues
  for each row when (new.image_ids <> '{}') execute function refs_exist('image_ids', 'images');
-- What was merged away and may come back is kept as it was then.
update merges set loser = loser || jsonb_build_object('image_ids', jsonb_path_query_array(loser, '$.hero_image_id ? (@ != null)'))
  where resource = 'venues';
alter table venues drop column hero_image_id;
