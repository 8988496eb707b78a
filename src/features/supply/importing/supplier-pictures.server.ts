import { sql } from 'kysely'
import { t } from '../../../core/i18n/language.ts'
import { isLoopback } from '../../../core/ip-address.ts'
import type { Db } from '../../../db/tables.server.ts'
import { atOnce } from '../../../platform/outbound/at-once.ts'
import { lookAt } from './picture-look.server.ts'
import type { OutboundTarget } from '../../../platform/outbound/outbound-target.server.ts'
import { OutboundFailure } from '../../../platform/outbound/outbound-target.server.ts'
import type { SupplyContext } from './connections.server.ts'
import { openCalls, simulatedPerSecond } from './connections.server.ts'
import { simulatedPictures } from './simulator.server.ts'
import type { SupplierServer } from './supplier-server.server.ts'

/** Larger pictures are of no use: they are compared by nine greys a row. */
const maxBytes = 6_000_000

/** Pictures of one supplier that are fetched at a time. */
const picturesAtOnce = 8

interface WantedPicture {
  readonly code: string
  /** Null: the supplier sends none. */
  readonly url: string | null
}

type Found = { readonly hash: string | null; readonly preview: Buffer } | { readonly problem: string }

/**
 * Reads the main pictures of a supplier's products and keeps how they look, unless that is known. A picture that cannot be had
 * is no reason to stop: its row says why, and the product is compared without it. Uses no connection while they are fetched.
 *
 * @param wanted - each code once
 */
export async function keepPictures(
  db: Db,
  supplier: SupplierServer,
  context: SupplyContext,
  { wanted, signal }: { readonly wanted: readonly WantedPicture[]; readonly signal: AbortSignal },
): Promise<void> {
  if (wanted.length === 0) return
  const { key } = supplier.facts
  const { rows } = await sql<{ code: string; url: string | null }>`
    select code, url from supplier_pictures
    where supplier = ${key} and code = any(${wanted.map(({ code }) => code)}::text[]) and problem is null`.execute(db)
  const known = new Map(rows.map(({ code, url }) => [code, url]))
  const fresh = wanted.filter(({ code, url }) => known.get(code) !== url)
  if (fresh.length === 0) return
  const origin = await simulatedOrigin(db, supplier, context)
  const kept = await atOnce(fresh, picturesAtOnce, async ({ code, url }) => {
    const found: Found | null =
      url === null ? null : await lookAtPicture(supplier, context, placeOf(url, origin), signal)
    return { supplier: key, code, url, hash: null, preview: null, problem: null, ...found }
  })
  // What was broken off says nothing about the pictures.
  if (!signal.aborted) await storePictures(db, kept)
}

interface KeptPicture {
  readonly supplier: string
  readonly code: string
  readonly url: string | null
  readonly hash: string | null
  readonly preview: Buffer | null
  /** Why it could not be had. */
  readonly problem?: string | null
}

export async function storePictures(db: Db, pictures: readonly KeptPicture[]): Promise<void> {
  const rows = pictures.map(({ preview, problem, ...picture }) => ({
    ...picture,
    preview: preview?.toString('base64') ?? null,
    problem: problem?.slice(0, 300) ?? null,
  }))
  await sql`
    insert into supplier_pictures (supplier, code, url, hash, preview, problem)
    select p.supplier, p.code, p.url, p.hash::bit(64), decode(p.preview, 'base64'), p.problem
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (supplier text, code text, url text, hash text, preview text, problem text)
    on conflict (supplier, code) do update set url = excluded.url, hash = excluded.hash, preview = excluded.preview, problem = excluded.problem,
      fetched_at = now()`.execute(db)
}

async function lookAtPicture(
  supplier: SupplierServer,
  context: SupplyContext,
  address: string,
  signal: AbortSignal,
): Promise<Found> {
  try {
    const url = new URL(address)
    const reply = await context.outbound.call(targetOf(supplier, context), {
      method: 'GET',
      url,
      isFile: true,
      subject: `${supplier.facts.codes.name} picture`,
      signal,
    })
    if (reply.status !== 200 || !reply.bytes)
      return { problem: t('The image server answered {status}.', { status: reply.status }) }
    return await lookAt(reply.bytes)
  } catch (error) {
    return {
      problem: error instanceof OutboundFailure ? error.message : t('This image can’t be read.'),
    }
  }
}

/** Calls for pictures have a budget and a breaker of their own, and say nothing about how well the supplier's API works. */
function targetOf({ facts, pictureHosts, perSecond }: SupplierServer, { settings }: SupplyContext): OutboundTarget {
  return {
    name: `${facts.key}-pictures`,
    hosts: pictureHosts,
    allowsLoopback: settings.mode === 'demo',
    perSecond: settings.mode === 'demo' ? simulatedPerSecond : Math.max(2, perSecond),
    timeout: 10_000,
    maxBytes,
  }
}

/** Where a simulator has its pictures; null where none is connected. */
async function simulatedOrigin(db: Db, supplier: SupplierServer, context: SupplyContext): Promise<string | null> {
  if (context.settings.mode !== 'demo') return null
  const calls = await openCalls(db, supplier, context, { subject: () => supplier.facts.codes.name })
  return calls && isLoopback(calls.baseUrl.hostname) ? calls.baseUrl.origin : null
}

/** Where a picture is. Those of a simulator are named as if they were elsewhere, because its port differs with each start. */
function placeOf(url: string, simulator: string | null): string {
  return simulator !== null && url.startsWith(`${simulatedPictures}/`)
    ? simulator + url.slice(simulatedPictures.length)
    : url
}
