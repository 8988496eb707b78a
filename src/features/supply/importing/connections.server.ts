import { sql } from 'kysely'
import type { SecretSealer } from '../../../core/sealed-secret.server.ts'
import { createSecretSealer } from '../../../core/sealed-secret.server.ts'
import { isLoopback } from '../../../core/ip-address.ts'
import type { Settings } from '../../../core/settings.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { DemoService } from '../../../platform/demo-services/demo-services.server.ts'
import { demoService } from '../../../platform/demo-services/demo-services.server.ts'
import type { Outbound } from '../../../platform/outbound/outbound.server.ts'
import type { OutboundTarget } from '../../../platform/outbound/outbound-target.server.ts'
import { commissionOf, currencyExponents } from './draft-money.server.ts'
import type { SupplierCatalogue } from './supplier-catalogue.server.ts'
import type { CatalogueContext, SupplierServer } from './supplier-server.server.ts'

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

/** A simulator need not be spared. */
const simulatedPerSecond = 50

export function targetOf(
  { facts, hosts, perSecond }: SupplierServer,
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
  { facts }: SupplierServer,
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

interface Opening {
  readonly signal?: AbortSignal
  readonly subject: () => string
  /** Milliseconds for one call. */
  readonly timeout?: number
  /** What must not get into the log of calls either. */
  readonly personal?: readonly string[]
}

/** A supplier, ready to be asked; null where it is off. */
export async function openSupplier(
  db: Db,
  supplier: SupplierServer,
  context: SupplyContext,
  { signal, subject, timeout, personal = [] }: Opening,
): Promise<CatalogueContext | null> {
  const connection = await openConnection(db, supplier, context)
  if (!connection) return null
  const target = targetOf(supplier, context.settings, connection.baseUrl, timeout)
  const base = connection.baseUrl.replace(/\/+$/, '')
  return {
    baseUrl: new URL(base),
    secrets: connection.values,
    exponents: await currencyExponents(db),
    commission: await commissionOf(db, supplier.facts.key),
    today: new Intl.DateTimeFormat('sv-SE', { timeZone: context.settings.businessTimeZone }).format(new Date()),
    ask: ({ path, ...call }) =>
      context.outbound.call(target, {
        ...call,
        url: new URL(`${base}${path}`),
        secrets: [...connection.secrets, ...personal],
        subject: subject(),
        ...(signal && { signal }),
      }),
  }
}

/** The catalogue of a supplier, ready to be asked; null where imports are off. */
export async function openCatalogue(
  db: Db,
  supplier: SupplierServer,
  context: SupplyContext,
  opening: Opening,
): Promise<SupplierCatalogue | null> {
  const open = await openSupplier(db, supplier, context, opening)
  return open && supplier.openCatalogue(open)
}

/** What a supplier is called with is text, ports included. */
function textsOf(facts: DemoService['facts']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, String(value)]))
}
