import type pg from 'pg'

/** A table to fill: its rows are copies of existing rows, changed where two rows must differ. */
interface Copied {
  readonly table: string
  /** SQL of the columns that differ; `s` is the row that is copied, `n` the number of the copy, counted from 1. */
  readonly but: Readonly<Record<string, string>>
  /** How many there should be of each of the wanted; 1 where it is left out. */
  readonly share?: number
}

const slug = `coalesce(s.slug, 'copy') || '-' || n`
/** One of the first rows of another table, which has as many rows as are wanted. */
const one = (salt: number) => `1 + (n::bigint * ${salt}) % $1`
const often = `now() - n * interval '7 minutes'`

/** In dependency order: referenced rows come first. Ids count on from the largest. */
const copied: readonly Copied[] = [
  {
    table: 'cities',
    but: {
      name: `s.name || ' ' || n`,
      slug,
      un_locode: 'null',
      viator_destination: `case when n % 3 = 0 then (9000000 + n)::text end`,
      tiqets_city: 'null',
      parent_id: 'null',
      popularity: 'n % 101',
      created_at: often,
    },
  },
  {
    table: 'venues',
    but: { name: `s.name || ' ' || n`, slug, city_id: one(7919), capacity: '100 + n % 5000', created_at: often },
  },
  { table: 'venue_configurations', but: { name: `s.name || ' ' || n`, venue_id: one(31), city_id: one(7919) } },
  {
    table: 'performers',
    but: {
      name: `s.name || ' ' || n`,
      sort_name: `s.sort_name || ' ' || n`,
      slug,
      popularity: 'n % 101',
      created_at: often,
    },
  },
  {
    table: 'events',
    but: {
      name: `s.name || ' ' || n`,
      slug,
      provider_code: `'copy-' || n`,
      venue_id: one(17),
      city_id: one(7919),
      super_event_id: 'null',
      performer_ids: `array[${one(13)}]`,
      created_at: often,
    },
  },
  {
    table: 'performances',
    but: {
      event_id: one(3),
      name: `s.name || ' ' || n`,
      venue_id: one(17),
      city_id: one(7919),
      provider_code: `'copy-' || n`,
      provider_codes: `'[]'`,
      venue_configuration_id: 'null',
      starts_at: `s.starts_at + (n % 200) * interval '7 days'`,
      local_date: `s.local_date + (n % 200) * 7`,
      created_at: often,
    },
  },
  {
    table: 'ticket_listings',
    share: 3,
    but: {
      performance_id: one(5),
      code: `'copy-' || n`,
      venue_section_id: 'null',
      is_open: 'n % 4 > 0',
      created_at: often,
    },
  },
  {
    table: 'provider_times',
    share: 0.9,
    but: { performance_id: `$1 - n`, settled_at: 'null', settled_as: 'null', settled_by: 'null' },
  },
  {
    table: 'products',
    but: {
      title: `s.title || ' ' || n`,
      internal_name: `s.internal_name || ' ' || n`,
      supplier_code: `'copy-' || n`,
      city_id: one(7919),
      created_at: often,
      net_from: `1000 + n % 20000`,
      retail_from: `1500 + n % 30000`,
      last_synced_at: `now() - n * interval '5 minutes'`,
      supplier_tags: `array['t' || n % 3000, 't' || n % 700]`,
    },
  },
  {
    table: 'product_options',
    but: { product_id: one(7), code: `'copy-' || n`, is_default: 'false', created_at: often },
  },
  {
    table: 'product_age_bands',
    share: 2,
    but: { product_id: one(7), option_id: 'null', retail: `1000 + n % 20000`, created_at: often },
  },
  { table: 'product_drifts', but: { product_id: one(7), state: `'accepted'`, decided_at: 'now()', created_at: often } },
  {
    table: 'aliases',
    but: {
      title: `s.title || ' ' || n`,
      slug,
      city_id: one(7919),
      canonical_id: 'null',
      product_ids: `array[${one(11)}]`,
      created_at: often,
    },
  },
  {
    table: 'alias_members',
    but: { alias_id: `$1 - n`, product_id: one(11), rank: '1', is_primary: 'false', is_pinned: 'false' },
  },
  {
    table: 'product_reviews',
    but: {
      product_id: one(7),
      supplier_reference: 'null',
      purchase_id: 'null',
      purchase_line: 'null',
      source: `'import'`,
      submitted_at: often,
      created_at: often,
    },
  },
  { table: 'tags', but: { name: `s.name || ' ' || n`, slug, created_at: often } },
  {
    table: 'static_pages',
    but: { title: `s.title || ' ' || n`, slug, key: `'copy-' || n`, is_required: 'false', created_at: often },
  },
]

/**
 * Fills the catalogue's tables up to a number of rows each, from existing rows. Triggers and foreign keys are off while
 * it runs, so the values that triggers maintain are calculated at the end. Needs a superuser.
 */
export async function fillCatalogue(pool: pg.Pool, rows: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(
      `set session_replication_role = replica; set statement_timeout = 0; set maintenance_work_mem = '256MB'`,
    )
    // Indexes are built several times as fast in one go. What is unique stays, so that a wrong copy is refused at once.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where not indisunique and indrelid::regclass::text = any($1)`,
      [copied.map(({ table }) => table)],
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (const { table, but, share = 1 } of copied) {
      const { rows: columns } = await client.query<{ name: string; kept: boolean }>(
        `
        select column_name as name, is_generated = 'NEVER' as kept from information_schema.columns where table_name = $1 and table_schema = 'public' order by ordinal_position`,
        [table],
      )
      const hasId = columns.some(({ name }) => name === 'id')
      const own = columns.filter(({ name, kept }) => kept && name !== 'id').map(({ name }) => name)
      const {
        rows: [there],
      } = await client.query<{ count: number; last: number }>(
        `select count(*) as count, ${hasId ? 'coalesce(max(id), 0)' : '0'} as last from ${table}`,
      )
      const missing = rows * share - (there?.count ?? 0)
      if (missing <= 0 || !there || there.count === 0) continue
      await client.query(`
        insert into ${table} (${hasId ? 'id, ' : ''}${own.join(', ')})
        select ${hasId ? `${there.last} + n, ` : ''}${own.map((name) => (but[name] ?? `s.${name}`).replaceAll('$1', String(rows))).join(', ')}
        from (select row_number() over () - 1 as place, t.* from ${table} t) s join generate_series(1, ${missing}) as n on n % ${there.count} = s.place
        order by n`)
    }
    for (const { definition } of indexes) await client.query(definition)
    await client.query('analyze')
    await client.query('select city_launches_refresh(array(select id from cities))')
  } finally {
    await client.query('reset session_replication_role')
    client.release()
  }
  await pool.query('vacuum analyze')
}
