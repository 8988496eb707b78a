-- The list of currencies is searched, and says what is sold in each.
create index currencies_search on currencies using gin (searchable(code, name) gin_trgm_ops);
create index products_live_currency on products (currency) where status = 'live';
create index performances_currency on performances (currency, starts_at);
-- Two languages of the website do not share an address. One that did is reached as every language without an address is:
-- below the default language's, under its own tag.
update locales l set site_url = null, version = version + 1, updated_at = now() where not l.is_default and exists (
  select from locales o where o.id <> l.id and rtrim(lower(o.site_url), '/') = rtrim(lower(l.site_url), '/')
    and (o.is_default or o.id < l.id));
create unique index locales_site_url_key on locales (rtrim(lower(site_url), '/'));
