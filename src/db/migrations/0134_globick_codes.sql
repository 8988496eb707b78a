-- Codes of activities of Globick, like those of Viator. Owned by supply; kept for good; no personal data; some thousand a year.
create table product_codes_globick (like product_codes including all);
alter table product_codes_globick
  add foreign key (city_id) references cities (id),
  add foreign key (subcategory_id) references subcategories (id),
  add foreign key (product_id) references products (id),
  add foreign key (duplicate_of_id) references products (id);
