-- Pictures of products are compared by how they look, and staff say of two products that they are not the same.

-- The main picture of a supplier's product, a row a code. Owned by supply; kept as long as the supplier's codes; no personal
-- data; one a code that was imported, about 6 KB each.
create table supplier_pictures (
  supplier text not null check (supplier ~ '^[a-z]{2,20}$'),
  code text not null check (char_length(code) between 1 and 64),
  -- Null: the supplier sends none.
  url text check (char_length(url) between 1 and 2000),
  -- Perceptual hash of 64 bits: the fewer differ, the more alike. Null: not read, or too plain to tell anything.
  hash bit(64),
  -- A small copy to look at, in WebP.
  preview bytea check (octet_length(preview) between 1 and 60000),
  problem text check (char_length(problem) between 1 and 300),
  fetched_at timestamptz(3) not null default now(),
  primary key (supplier, code),
  constraint a_hash_is_of_a_picture check (hash is null or preview is not null)
);

-- The look of pictures in the library, a row an image. Owned by supply; kept as long as the image; no personal data; as many as
-- there are images.
create table image_hashes (
  image_id bigint primary key references images (id) on delete cascade,
  -- Null: its file is gone, or it is too plain to tell anything.
  hash bit(64),
  hashed_at timestamptz(3) not null default now()
);

-- That a supplier's product is not one of ours, though they look alike. Owned by supply; kept until it is taken back or the
-- product is deleted; names the member of staff who decided; a few a day.
create table product_distinctions (
  supplier text not null check (supplier ~ '^[a-z]{2,20}$'),
  code text not null check (char_length(code) between 1 and 64),
  product_id bigint not null references products (id) on delete cascade,
  decided_by text not null check (char_length(decided_by) between 1 and 200),
  decided_at timestamptz(3) not null default now(),
  primary key (supplier, code, product_id)
);
create index product_distinctions_product on product_distinctions (product_id);
