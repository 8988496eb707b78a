import { sql } from 'kysely'

/** Where a sample of the type is refused. */
export const samplesOf: Readonly<Record<string, ReturnType<typeof sql>>> = {
  'customer_sign_in_links.expires_at': sql`now() + interval '30 seconds'`,
  'e_tickets.sha256': sql`repeat('a', 64)`,
  'e_tickets.source_sha256': sql`repeat('b', 64)`,
  'price_overrides.price': sql`2`,
  // A hold that has ended: one that is on would keep the customer.
  'legal_holds.until_on': sql`now()::date - 2`,
  'dispute_files.field': sql`'receipt'`,
  'dispute_files.media_type': sql`'application/pdf'`,
  'exports.format': sql`'csv'`,
  'exports.resource': sql`'customers'`,
  'review_originals.kind': sql`'product'`,
  'review_originals.field': sql`'body'`,
  'bulk_edit_results.outcome': sql`'changed'`,
  'order_run_items.state': sql`'planned'`,
}
/** One value of each type. */
export const samples: Readonly<Record<string, ReturnType<typeof sql>>> = {
  'text': sql`'sample'`,
  'jsonb': sql`'{}'`,
  'bytea': sql`decode(repeat('00', 32), 'hex')`,
  'boolean': sql`false`,
  'date': sql`now()::date`,
  'timestamp with time zone': sql`now()`,
  'uuid': sql`gen_random_uuid()`,
  'text[]': sql`'{sample}'`,
  'bigint[]': sql`'{1}'`,
}
