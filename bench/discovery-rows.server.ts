import type { Pool } from 'pg'

const many = `(select e.*, row_number() over (order by e.id) - 1 as k, count(*) over () as all_of_them from events e) e on e.k = n % e.all_of_them`

/** Events, a performance of each, and products until there are `size` of each, made out of those of the demo: a tenth of them is not public. */
export async function fillCatalogue(pool: Pool, size: number): Promise<void> {
  const client = await pool.connect()
  try {
    // These rows are copies of rows that already passed the triggers' checks.
    await client.query('set session_replication_role = replica')
    await client.query(
      `
      insert into events (name, slug, type, venue_id, city_id, performer_ids, provider_id, provider_code, publication, published_at, schedule, locale,
        category_id, subcategory_id, description, terms, min_age, on_sale_at, off_sale_at)
      select e.name || ' ' || n, left(coalesce(e.slug, 'event'), 100) || '-x' || n, e.type, e.venue_id, e.city_id, e.performer_ids, e.provider_id, 'bench-' || n,
        case when n % 10 = 0 then 'draft' else 'published' end, now(), e.schedule, e.locale, e.category_id, e.subcategory_id, e.description, e.terms, e.min_age, e.on_sale_at, e.off_sale_at
      from generate_series(1, $1::integer - (select count(*) from events)::integer) n join ${many}`,
      [size],
    )
    await client.query(`
      insert into performances (event_id, venue_id, city_id, local_date, local_time, doors_time, time_zone, starts_at, duration_minutes, status, is_time_tba,
        capacity, available, currency, min_price, max_price, checked_at)
      select e.id, p.venue_id, p.city_id, p.local_date + (e.id % 700)::integer, p.local_time, p.doors_time, p.time_zone, p.starts_at + (e.id % 700) * interval '1 day', p.duration_minutes,
        case when e.id % 20 = 0 then 'cancelled' else 'onsale' end, p.is_time_tba, p.capacity, p.available, p.currency, p.min_price, p.max_price, p.checked_at
      from events e join (select p.*, row_number() over (order by p.id) - 1 as k, count(*) over () as all_of_them from performances p where p.starts_at > now() and not p.is_date_tbd) p
        on p.k = e.id % p.all_of_them
      where e.provider_code like 'bench-%'`)
    await client.query(
      `
      insert into products (title, internal_name, provider_id, supplier_code, city_id, locale, time_zone, status, availability_type, redemption_method, pricing_per,
        currency, net_from, retail_from, markup, cancellation_policy, cancellation_hours, latitude, longitude, description, subcategory_ids, delivery_methods, rating, review_count)
      select p.title || ' ' || n, p.internal_name, p.provider_id, 'bench-' || n, p.city_id, p.locale, p.time_zone, case when n % 10 = 0 then 'imported' else 'live' end, p.availability_type,
        p.redemption_method, p.pricing_per, p.currency, p.net_from, p.retail_from, p.markup, p.cancellation_policy, p.cancellation_hours, p.latitude, p.longitude, p.description,
        p.subcategory_ids, p.delivery_methods, p.rating, p.review_count
      from generate_series(1, $1::integer - (select count(*) from products)::integer) n
      join (select p.*, row_number() over (order by p.id) - 1 as k, count(*) over () as all_of_them from products p) p on p.k = n % p.all_of_them`,
      [size],
    )
    await client.query('set session_replication_role = origin')
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}
