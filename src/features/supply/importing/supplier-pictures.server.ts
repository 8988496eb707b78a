import { sql } from 'kysely'
import { t } from '../../../core/i18n/language.ts'
import { isLoopback } from '../../../core/ip-address.ts'
import type { Db } from '../../../db/tables.server.ts'
import { lookAt } from './picture-look.server.ts'
import type { OutboundTarget } from '../../../platform/outbound/outbound-target.server.ts'
import { OutboundFailure } from '../../../platform/outbound/outbound-target.server.ts'
import type { SupplyContext } from './connections.server.ts'
import { openCalls } from './connections.server.ts'
import { simulatedPictures } from './simulator.server.ts'
import type { SupplierServer } from './supplier-server.server.ts'

/** Larger pictures are of no use: they are compared by nine greys a row. */
const maxBytes = 6_000_000

interface PictureOf {
  readonly code: string
  /** Null: the supplier sends none. */
  readonly url: string | null
  readonly signal: AbortSignal
}

type Found = { readonly hash: string | null; readonly preview: Buffer } | { readonly problem: string }

/**
 * Reads the main picture of a supplier's product and keeps how it looks, unless that is known. A picture that cannot be had
 * is no reason to stop: the row says why, and the product is compared without it. Uses no connection while it is fetched.
 */
export async function keepPicture(
  db: Db,
  supplier: SupplierServer,
  context: SupplyContext,
  { code, url, signal }: PictureOf,
): Promise<void> {
  const { key } = supplier.facts
  const {
    rows: [known],
  } = await sql<{ url: string | null; problem: string | null }>`
    select url, problem from supplier_pictures where supplier = ${key} and code = ${code}`.execute(db)
  if (known && known.url === url && known.problem === null) return
  const found: Found | null = url === null ? null : await lookAtPicture(db, supplier, context, url, signal)
  if (signal.aborted) return
  const seen = found && 'preview' in found ? found : null
  await storePicture(db, { supplier: key, code, url, ...(seen ?? { hash: null, preview: null }) })
  if (found && 'problem' in found)
    await sql`
      update supplier_pictures set problem = ${found.problem.slice(0, 300)} where supplier = ${key} and code = ${code}`.execute(
      db,
    )
}

interface KeptPicture {
  readonly supplier: string
  readonly code: string
  readonly url: string | null
  readonly hash: string | null
  readonly preview: Buffer | null
}

export async function storePicture(db: Db, { supplier, code, url, hash, preview }: KeptPicture): Promise<void> {
  await sql`
    insert into supplier_pictures (supplier, code, url, hash, preview) values (${supplier}, ${code}, ${url}, ${hash}::bit(64), ${preview})
    on conflict (supplier, code) do update set url = excluded.url, hash = excluded.hash, preview = excluded.preview, problem = null,
      fetched_at = now()`.execute(db)
}

async function lookAtPicture(
  db: Db,
  supplier: SupplierServer,
  context: SupplyContext,
  address: string,
  signal: AbortSignal,
): Promise<Found> {
  try {
    const url = await placeOf(db, supplier, context, new URL(address))
    const reply = await context.outbound.call(targetOf(supplier, context), {
      method: 'GET',
      url,
      isFile: true,
      subject: `${supplier.facts.codes.name} picture`,
      signal,
    })
    if (reply.status !== 200 || !reply.bytes)
      return { problem: t('The picture’s server answered {status}.', { status: reply.status }) }
    return await lookAt(reply.bytes)
  } catch (error) {
    return {
      problem: error instanceof OutboundFailure ? error.message : t('The picture could not be read.'),
    }
  }
}

/** Calls for pictures have a budget and a breaker of their own, and say nothing about how well the supplier's API works. */
function targetOf({ facts, pictureHosts, perSecond }: SupplierServer, { settings }: SupplyContext): OutboundTarget {
  return {
    name: `${facts.key}-pictures`,
    hosts: pictureHosts,
    allowsLoopback: settings.mode === 'demo',
    perSecond: settings.mode === 'demo' ? 50 : Math.max(2, perSecond),
    timeout: 10_000,
    maxBytes,
  }
}

/** Where a picture is. Those of a simulator are named as if they were elsewhere, because its port differs with each start. */
async function placeOf(db: Db, supplier: SupplierServer, context: SupplyContext, url: URL): Promise<URL> {
  if (context.settings.mode !== 'demo' || url.origin !== simulatedPictures) return url
  const calls = await openCalls(db, supplier, context, { subject: () => supplier.facts.codes.name })
  return calls && isLoopback(calls.baseUrl.hostname) ? new URL(url.pathname, calls.baseUrl.origin) : url
}
