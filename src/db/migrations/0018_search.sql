-- Searches look into one text of a row: what its list is searched by, without accents and capitals.

-- unaccent is only stable, because its rules are a file, which an administrator could change. An index needs a
-- promise. Lower case is that of Unicode, whatever the database was created with.
create function folded(given text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return lower(public.unaccent('public.unaccent'::regdictionary, given) collate public.alphabetical);
end
$$;

-- Each field is between line ends, which no search text has: so a pattern can ask for a whole field or its
-- beginning, and no word reaches from one field into the next.
create function searchable(variadic fields text[]) returns text language plpgsql immutable parallel safe as $$
begin
  return lower(public.unaccent('public.unaccent'::regdictionary,
    E'\n' || array_to_string(fields, E'\n') || E'\n') collate public.alphabetical);
end
$$;

-- The expressions are those of the lists (`search` of each definition, without what is masked); a test compares the
-- two. They take the place of indexes over each field.
drop index messages_search;
create index messages_search on messages using gin (searchable(recipient, subject) gin_trgm_ops);
drop index audit_log_title;
create index audit_log_search on audit_log using gin (searchable(title) gin_trgm_ops);
drop index locales_search;
create index locales_search on locales using gin (searchable(code, name, native_name) gin_trgm_ops);
drop index images_file_name_search, images_alt_text_search, images_credit_search;
create index images_search on images using gin (searchable(file_name, alt_text, credit) gin_trgm_ops);
drop index cities_search;
create index cities_search on cities using gin (searchable(name, slug, un_locode) gin_trgm_ops);
create index cities_name_search on cities using gin (searchable(name) gin_trgm_ops);
drop index venues_search, venues_provider_code_words;
create index venues_search on venues using gin (searchable(name, slug, provider_code_words) gin_trgm_ops);
drop index venue_configurations_search;
create index venue_configurations_search on venue_configurations using gin (searchable(name) gin_trgm_ops);
drop index venue_sections_search;
create index venue_sections_search on venue_sections using gin (searchable(name) gin_trgm_ops);
drop index authors_search;
create index authors_search on authors using gin (searchable(name, slug) gin_trgm_ops);
drop index categories_search;
create index categories_search on categories using gin (searchable(name, slug) gin_trgm_ops);
drop index subcategories_search;
create index subcategories_search on subcategories using gin (searchable(name, slug) gin_trgm_ops);
drop index tags_search;
create index tags_search on tags using gin (searchable(name, slug) gin_trgm_ops);
drop index products_search;
create index products_search on products using gin (searchable(title, internal_name, supplier_code) gin_trgm_ops);
drop index product_options_search;
create index product_options_search on product_options using gin (searchable(title, code) gin_trgm_ops);
drop index product_age_bands_search;
create index product_age_bands_search on product_age_bands using gin (searchable(title, supplier_label) gin_trgm_ops);
drop index product_drift_rules_search;
create index product_drift_rules_search on product_drift_rules using gin (searchable(name) gin_trgm_ops);
drop index product_drifts_search;
create index product_drifts_search on product_drifts using gin (searchable(title) gin_trgm_ops);
drop index performers_search;
create index performers_search on performers using gin (searchable(name, sort_name) gin_trgm_ops);
drop index events_search;
create index events_search on events using gin (searchable(name, slug, internal_name, provider_code) gin_trgm_ops);
drop index performances_search;
create index performances_search on performances
  using gin (searchable(event_and_venue, provider_code, provider_code_words, time_zone) gin_trgm_ops);
drop index matches_search;
create index matches_search on matches using gin (searchable(name, competition) gin_trgm_ops);
drop index aliases_search;
create index aliases_search on aliases using gin (searchable(title, slug) gin_trgm_ops);
drop index lineups_search;
create index lineups_search on lineups using gin (searchable(name, slug) gin_trgm_ops);
drop index static_pages_search;
create index static_pages_search on static_pages using gin (searchable(title, slug, key) gin_trgm_ops);
drop index coupons_code_search, coupons_name_search, coupons_campaign_search;
create index coupons_search on coupons using gin (searchable(code, name, campaign) gin_trgm_ops);
drop index rules_search;
create index rules_search on rules using gin (searchable(name) gin_trgm_ops);
drop index product_reviews_search, alias_reviews_search, lineup_reviews_search;
create index product_reviews_search on product_reviews
  using gin (searchable(headline, body, author_name) gin_trgm_ops);
create index alias_reviews_search on alias_reviews using gin (searchable(headline, body, author_name) gin_trgm_ops);
create index lineup_reviews_search on lineup_reviews using gin (searchable(headline, body, author_name) gin_trgm_ops);
drop index discovery_api_users_search;
create index discovery_api_users_search on discovery_api_users using gin (searchable(name, company, email) gin_trgm_ops);

-- Addresses and numbers are found by the whole of them alone, so they need no trigrams.
drop index customers_search;
create index customers_search on customers using gin (searchable(name) gin_trgm_ops);
create index customers_phone on customers (phone) where phone is not null;
-- Purchases are so many that folding each match again, as an index over an expression has to, was most of a search.
alter table purchases add column search_text text not null
  generated always as (searchable(reference, customer_name, title, provider_reference)) stored;
drop index purchases_search;
create index purchases_search on purchases using gin (search_text gin_trgm_ops);
-- By so many samples the planner knows a frequent word, and reads the newest rows instead of all that match.
alter table purchases alter column search_text set statistics 1000;
create index purchases_customer_email on purchases (lower(customer_email));

-- What the website shows in other languages is searched by partners.
create index translations_search on translations using gin (searchable(text) gin_trgm_ops)
  where field in ('name', 'title') and not is_record_gone;
