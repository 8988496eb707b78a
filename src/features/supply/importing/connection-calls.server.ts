import { sql } from 'kysely'
import { invalid } from '../../../core/errors/errors.ts'
import type { Call, Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { wakeJob } from '../../../core/jobs/jobs.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { requireFreshSignIn } from '../../../platform/auth/sign-in/fresh-sign-in.server.ts'
import { assertAllowed } from '../../../platform/outbound/guarded-address.server.ts'
import { codesTable } from './code-rows.server.ts'
import type { Connectable, StoredConnection, SupplyContext } from './connections.server.ts'
import { storedConnection, targetOf } from './connections.server.ts'
import type { Connection } from './import.endpoints.ts'
import { importEndpoints } from './import.endpoints.ts'
import { importCodesJob } from './import-jobs.server.ts'
import type { CodeStatus } from './product-codes.ts'
import { codeStatuses } from './product-codes.ts'
import type { SupplierServer } from './supplier-server.server.ts'

async function countsOf(db: Db, { facts }: SupplierServer): Promise<Record<CodeStatus, number>> {
  const { rows } = await sql<{ status: CodeStatus; count: number }>`
    select status, count(*)::integer as count from ${codesTable(facts)} group by status`.execute(db)
  const counts = new Map(rows.map(({ status, count }) => [status, count]))
  return Object.fromEntries(codeStatuses.map((status) => [status, counts.get(status) ?? 0])) as Record<
    CodeStatus,
    number
  >
}

type ConnectionState = Omit<Connection, 'counts'>

export async function connectionStateOf(
  db: Db,
  supplier: Connectable,
  context: SupplyContext,
): Promise<ConnectionState> {
  const stored = await storedConnection(db, supplier.facts.key)
  const isDemo = context.settings.mode === 'demo'
  const baseUrl = stored?.baseUrl ?? (isDemo ? 'http://localhost' : supplier.facts.baseUrl)
  const target = targetOf(supplier, context.settings, baseUrl)
  const state = context.outbound.stateOf(target)
  return {
    isEnabled: stored?.isEnabled ?? isDemo,
    baseUrl: stored?.baseUrl ?? supplier.facts.baseUrl,
    source: stored ? 'stored' : isDemo ? 'demo' : 'none',
    fields: { ...stored?.fields },
    secrets: Object.fromEntries(Object.entries(stored?.secrets ?? {}).map(([key, { lastFour }]) => [key, lastFour])),
    perSecond: target.perSecond,
    left: state.left,
    isPaused: state.isOpen,
  }
}

async function connectionOf(db: Db, supplier: SupplierServer, context: SupplyContext): Promise<Connection> {
  return { ...(await connectionStateOf(db, supplier, context)), counts: await countsOf(db, supplier) }
}

export interface WantedConnection {
  readonly isEnabled: boolean
  readonly baseUrl: string
  readonly fields?: Readonly<Record<string, string>> | undefined
  readonly secrets?: Readonly<Record<string, string>> | undefined
}

/** What will be stored, or the problems with it by field. */
function nextConnection(
  supplier: Connectable,
  { settings, sealer }: SupplyContext,
  before: StoredConnection | null,
  wanted: WantedConnection,
): Omit<StoredConnection, 'version'> {
  const problems: Record<string, string> = {}
  const baseUrl = wanted.baseUrl.trim().replace(/\/+$/, '')
  try {
    assertAllowed(new URL(baseUrl), targetOf(supplier, settings, baseUrl))
  } catch {
    problems['baseUrl'] = t('Use https and one of these hosts: {hosts}.', { hosts: supplier.hosts.join(', ') })
  }
  const fields: Record<string, string> = {}
  const secrets: Record<string, { sealed: string; lastFour: string }> = {}
  for (const { key, isSecret } of supplier.facts.connection) {
    const given = (isSecret ? wanted.secrets : wanted.fields)?.[key]?.trim() ?? ''
    const known = isSecret ? before?.secrets[key] : undefined
    if (!isSecret) {
      if (given !== '') fields[key] = given
      else if (wanted.isEnabled) problems[`fields.${key}`] = t('Required.')
    } else if (given !== '')
      secrets[key] = { sealed: sealer.seal(given), lastFour: given.length >= 12 ? given.slice(-4) : '' }
    // A key is sent only where it was meant to go.
    else if (known && before?.baseUrl === baseUrl) secrets[key] = known
    else if (known) problems[`secrets.${key}`] = t('Enter it again for the new URL.')
    else if (wanted.isEnabled) problems[`secrets.${key}`] = t('Required.')
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return { isEnabled: wanted.isEnabled, baseUrl, fields, secrets }
}

/** What the audit keeps of a connection: of secrets only how they end. */
function traceOf({ isEnabled, baseUrl, fields, secrets }: Omit<StoredConnection, 'version'>) {
  return {
    isEnabled,
    baseUrl,
    ...fields,
    ...Object.fromEntries(Object.entries(secrets).map(([key, { lastFour }]) => [key, `…${lastFour}`])),
  }
}

/** Stores a connection. Of two people the second sees what the first has stored. */
export async function saveConnectionOf(
  { db, actor, audit }: Pick<Call, 'db' | 'actor' | 'audit'>,
  supplier: Connectable,
  context: SupplyContext,
  { wanted, object }: { readonly wanted: WantedConnection; readonly object: string },
): Promise<void> {
  const { key, name } = supplier.facts
  requireFreshSignIn(actor, t('change the connection to {supplier}', { supplier: name }))
  await sql`select pg_advisory_xact_lock(hashtextextended('supplier-connections', 0))`.execute(db)
  const before = await storedConnection(db, key)
  const next = nextConnection(supplier, context, before, wanted)
  await sql`
    insert into supplier_connections (supplier, is_enabled, base_url, fields, secrets)
    values (${key}, ${next.isEnabled}, ${next.baseUrl}, ${JSON.stringify(next.fields)}::jsonb, ${JSON.stringify(next.secrets)}::jsonb)
    on conflict (supplier) do update set is_enabled = excluded.is_enabled, base_url = excluded.base_url, fields = excluded.fields,
      secrets = excluded.secrets, updated_at = now(), version = supplier_connections.version + 1`.execute(db)
  audit.record({ action: 'connect', object, title: name, before: before && traceOf(before), after: traceOf(next) })
}

export function implementConnection(supplier: SupplierServer, context: SupplyContext): Implementation[] {
  const { facts } = supplier
  const { readConnection, saveConnection } = importEndpoints(facts)
  return [
    implement(readConnection, ({ db }) => connectionOf(db, supplier, context)),
    implement(saveConnection, async (call) => {
      await saveConnectionOf(call, supplier, context, { wanted: call.input, object: facts.codes.name })
      call.reply.raw.once('close', () => wakeJob(importCodesJob))
      return await connectionOf(call.db, supplier, context)
    }),
  ]
}
