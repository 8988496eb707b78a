-- Imported products of two suppliers that look like one, as pairs with their evidence.

-- A pair, the product that was imported earlier first. Owned by supply; kept until the two no longer look alike or one of them is
-- deleted, and for good once staff have said that they are not the same; names the member of staff who decided; some hundred a year.
create table product_pairs (
  product_id bigint not null references products (id) on delete cascade,
  other_id bigint not null references products (id) on delete cascade,
  -- How alike they are in all, from 0 to 100.
  score integer not null check (score between 0 and 100),
  -- Of their titles, in hundredths of a percent.
  likeness integer not null check (likeness between 0 and 10000),
  -- Between their places; null where one of them has none.
  metres integer check (metres >= 0),
  -- Null: one of the pictures is not known.
  is_same_picture boolean,
  decided_by text check (char_length(decided_by) between 1 and 200),
  decided_at timestamptz(3),
  primary key (product_id, other_id),
  constraint a_pair_is_named_once check (product_id < other_id),
  constraint a_decision_has_its_moment check ((decided_by is null) = (decided_at is null))
);
create index product_pairs_other on product_pairs (other_id);
create index product_pairs_open on product_pairs (score desc, product_id, other_id) where decided_by is null;

-- When a product was last compared with those of its city. Owned by supply; kept as long as the product; no personal data; as many
-- as there are products.
create table product_comparisons (
  product_id bigint primary key references products (id) on delete cascade,
  compared_at timestamptz(3) not null default now()
);
