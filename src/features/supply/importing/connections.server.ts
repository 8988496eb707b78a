import { sql } from 'kysely'
import type { SecretSealer } from '../../../core/sealed-secret.server.ts'
import { createSecretSealer } from '../../../core/sealed-secret.server.ts'
import { isLoopback } from '../../../core/ip-address.ts'
import type { Settings } from '../../../core/settings.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { DemoService } from '../../../platform/demo-services/demo-services.server.ts'
import { demoService } from '../../../platform/demo-services/demo-services.server.ts'
import { masked } from '../../../platform/outbound/call-log.server.ts'
import type { Outbound } from '../../../platform/outbound/outbound.server.ts'
import type { OutboundReply, OutboundTarget } from '../../../platform/outbound/outbound-target.server.ts'
import { commissionOf, currencyExponents } from './draft-money.server.ts'
import type { SupplierCatalogue } from './supplier-catalogue.server.ts'
import type { SupplierFacts } from './supplier-facts.ts'
import type { Ask, CatalogueContext, SupplierServer } from './supplier-server.server.ts'

/** A connection as it is stored: values by the keys of the supplier's fields, secret ones sealed. */
export interface StoredConnection {
  readonly isEnabled: boolean
  readonly baseUrl: string
  readonly fields: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, { readonly sealed: string; readonly lastFour: string }>>
  readonly version: number
}

/** What everything about suppliers works with. */
export interface SupplyContext {
  readonly settings: Settings
  readonly outbound: Outbound
  readonly sealer: SecretSealer
}

export function supplyContext(settings: Settings, outbound: Outbound): SupplyContext {
  return { settings, outbound, sealer: createSecretSealer(settings.sessionSecret, 'supplier connections') }
}

export async function storedConnection(db: Db, key: string): Promise<StoredConnection | null> {
  const {
    rows: [row],
  } = await sql<StoredConnection>`
    select is_enabled as "isEnabled", base_url as "baseUrl", fields, secrets, version from supplier_connections where supplier = ${key}`.execute(
    db,
  )
  return row ?? null
}

/** A simulator need not be spared: calls a second. */
export const simulatedPerSecond = 200

/** What can be connected: a supplier of products, or a provider of tickets. */
export interface Connectable extends Pick<SupplierServer, 'hosts' | 'testHosts' | 'perSecond'> {
  readonly facts: Pick<SupplierFacts, 'name' | 'baseUrl' | 'connection'> & { readonly key: string }
}

export function targetOf(
  { facts, hosts, perSecond }: Connectable,
  { mode }: Settings,
  baseUrl: string,
  timeout = 15_000,
): OutboundTarget {
  return {
    name: facts.key,
    hosts,
    allowsLoopback: mode === 'demo',
    perSecond: URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname) ? simulatedPerSecond : perSecond,
    timeout,
    maxBytes: 12_000_000,
  }
}

/** Where calls go and with which values; the demo's simulator where staff have set up nothing. */
interface OpenConnection {
  readonly baseUrl: string
  readonly values: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
}

/** Null: imports from this supplier are off, or its keys cannot be opened. */
async function openConnection(
  db: Db,
  { facts }: Connectable,
  { settings, sealer }: SupplyContext,
): Promise<OpenConnection | null> {
  const stored = await storedConnection(db, facts.key)
  if (!stored) {
    if (settings.mode !== 'demo') return null
    const { baseUrl = '', ...values } = textsOf(await demoService(facts.key))
    const secrets = facts.connection.flatMap(({ key, isSecret }) => (isSecret ? (values[key] ?? []) : []))
    return { baseUrl, values, secrets }
  }
  if (!stored.isEnabled) return null
  const opened = Object.entries(stored.secrets).map(([key, { sealed }]) => [key, sealer.open(sealed)] as const)
  if (opened.some(([, secret]) => secret === null)) return null
  const secrets = Object.fromEntries(opened) as Record<string, string>
  return { baseUrl: stored.baseUrl, values: { ...stored.fields, ...secrets }, secrets: Object.values(secrets) }
}

/** An answer of a supplier word for word, without our secrets. */
export interface HeardReply {
  readonly call: string
  readonly status: number
  readonly body: string
}

export interface ConnectionUse {
  readonly signal?: AbortSignal
  /** What calls are about, for the log. */
  readonly subject: () => string
  /** Milliseconds for one call. */
  readonly timeout?: number
  /** What must not get into the log of calls either. */
  readonly personal?: readonly string[]
  /** Hears every answer but those of sign-ins. */
  readonly heard?: (reply: HeardReply) => void
}

/** A connection that is open: checked, guarded and logged. */
export interface OpenCalls {
  readonly baseUrl: URL
  /** Calls a second that it allows. */
  readonly perSecond: number
  /** By the keys of the connection's fields, secret or not. */
  readonly secrets: Readonly<Record<string, string>>
  readonly ask: (call: Ask) => Promise<OutboundReply>
}

/** Ready to call; null where the connection is off. */
export async function openCalls(
  db: Db,
  supplier: Connectable,
  context: SupplyContext,
  { signal, subject, timeout, personal = [], heard }: ConnectionUse,
): Promise<OpenCalls | null> {
  const connection = await openConnection(db, supplier, context)
  if (!connection) return null
  const target = targetOf(supplier, context.settings, connection.baseUrl, timeout)
  const base = connection.baseUrl.replace(/\/+$/, '')
  const hidden = [...connection.secrets, ...personal]
  return {
    baseUrl: new URL(base),
    perSecond: target.perSecond,
    secrets: connection.values,
    async ask({ path, ...call }) {
      const reply = await context.outbound.call(target, {
        ...call,
        url: new URL(`${base}${path}`),
        secrets: hidden,
        subject: subject(),
        ...(signal && { signal }),
      })
      if (call.isConfidential !== true)
        heard?.({
          call: masked(`${call.method} ${path}`, hidden),
          status: reply.status,
          body: masked(reply.body, hidden),
        })
      return reply
    },
  }
}

/** A supplier, ready to be asked; null where it is off. */
export async function openSupplier(
  db: Db,
  supplier: SupplierServer,
  context: SupplyContext,
  use: ConnectionUse,
): Promise<(CatalogueContext & Pick<OpenCalls, 'perSecond'>) | null> {
  const calls = await openCalls(db, supplier, context, use)
  if (!calls) return null
  return {
    ...calls,
    exponents: await currencyExponents(db),
    commission: await commissionOf(db, supplier.facts.key),
    today: new Intl.DateTimeFormat('sv-SE', { timeZone: context.settings.businessTimeZone }).format(new Date()),
  }
}

/** The catalogue of a supplier, ready to be asked; null where imports are off. */
export async function openCatalogue(
  db: Db,
  supplier: SupplierServer,
  context: SupplyContext,
  use: ConnectionUse,
): Promise<SupplierCatalogue | null> {
  const open = await openSupplier(db, supplier, context, use)
  return open && supplier.openCatalogue(open)
}

/** What a supplier is called with is text, ports included. */
function textsOf(facts: DemoService['facts']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, String(value)]))
}
