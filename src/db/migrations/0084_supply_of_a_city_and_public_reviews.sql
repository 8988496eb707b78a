-- What a city has to show by subcategory, looked up by the city: its panel and the list of cities count as the page yield does.
create index live_products_city on live_products (city_id, subcategory_id);
create index live_events_city on live_events (city_id, subcategory_id, live_until) where subcategory_id is not null;

-- What the Discovery API lists of an alias or a lineup, as of a product: a page of its approved reviews is one look into an index.
create index alias_reviews_public on alias_reviews (alias_id, id) where status = 'approved';
create index lineup_reviews_public on lineup_reviews (lineup_id, id) where status = 'approved';

-- What a section is seen as: a picture of the library, or one that lies elsewhere.
alter table venue_sections
  add column view_image_id bigint constraint venue_sections_view_image_id_fkey references images (id),
  add constraint a_section_has_one_view check (view_image_id is null or view_image_url is null);
create index venue_sections_view_image on venue_sections (view_image_id) where view_image_id is not null;
