-- What the Discovery API lists of a product: a page of its approved reviews is one look into an index.
create index product_reviews_public on product_reviews (product_id, id) where status = 'approved';
