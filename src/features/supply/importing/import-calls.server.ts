import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { assertWithinLimits } from '../../../core/access/limits.ts'
import type { Actor } from '../../../core/access/access.ts'
import { invalid } from '../../../core/errors/errors.ts'
import type { Call, Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { language, t } from '../../../core/i18n/language.ts'
import { difference } from '../../../core/audit/audit.server.ts'
import { wakeJob } from '../../../core/jobs/jobs.server.ts'
import type { Outcome } from '../../../core/outcome.ts'
import { isTimeZone } from '../../../core/zoned-time.ts'
import { setSaid } from '../../../platform/stored-texts/stored-columns.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { maxCodes, readPasted } from './code-list.ts'
import { bandKey } from './band-labels.ts'
import { codesTable } from './code-rows.server.ts'
import type { KnownCode } from './import.endpoints.ts'
import { importEndpoints, maxKnownNamed } from './import.endpoints.ts'
import { importCodesJob } from './import-jobs.server.ts'
import type { Lacking } from './code-preview.ts'
import { forgetZones, lacksSql, remember, zoneKeySql } from './mappings.server.ts'
import type { CodeStatus } from './product-codes.ts'
import type { SupplierFacts } from './supplier-facts.ts'

type Given = Pick<Call, 'db' | 'audit' | 'actor' | 'reply'>

/** Once the answer is out, and what it tells is in the database. */
export function wakeAfter({ reply }: Pick<Given, 'reply'>): void {
  reply.raw.once('close', () => wakeJob(importCodesJob))
}

interface Place {
  readonly cityId?: number | null | undefined
  readonly subcategoryId?: number | null | undefined
}

/** Refuses cities and subcategories that do not exist, and cities outside the caller's. */
async function assertPlace(db: Db, actor: Actor, object: string, { cityId, subcategoryId }: Place): Promise<void> {
  const {
    rows: [found],
  } = await sql<{ city: boolean; subcategory: boolean }>`
    select ${cityId ?? null}::bigint is null or exists (select from cities where id = ${cityId ?? null}::bigint) as city,
      ${subcategoryId ?? null}::bigint is null or exists (select from subcategories where id = ${subcategoryId ?? null}::bigint) as subcategory`.execute(
    db,
  )
  const problems = {
    ...(!found?.city && { cityId: t('City not found.') }),
    ...(!found?.subcategory && { subcategoryId: t('Subcategory not found.') }),
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  if (typeof cityId === 'number') assertWithinLimits(actor, 'write', object, { cityId })
}

interface CodeRow {
  readonly id: number
  readonly code: string
  readonly status: CodeStatus
  readonly version: number
  readonly cityId: number | null
  readonly subcategoryId: number | null
  readonly destination: string | null
  readonly isFetched: boolean
  /** It has a product that isn't retired: of an earlier import, where it isn't imported now. */
  readonly hasProduct: boolean
  /** What its supplier does not name; of a code that was not fetched yet, nothing is known. */
  readonly lacks: readonly Lacking[]
  readonly zoneKey: string
}

interface Step {
  readonly action: string
  readonly reason?: string
  /** Why a code cannot take the step; null: it can. */
  refuse(row: CodeRow): string | null
  readonly status: CodeStatus
  readonly change: RawBuilder<unknown>
  /** What else it changes of a code, for the audit. */
  after?(row: CodeRow): Readonly<Record<string, unknown>>
}

/** Takes a step with each code that can take it; the others stay as they are and say why. */
async function takeStep(facts: SupplierFacts, { db, audit }: Given, ids: readonly number[], step: Step) {
  const { rows } = await sql<CodeRow>`
    select id, code, status, version, city_id as "cityId", subcategory_id as "subcategoryId", draft -> 'destination' ->> 'key' as destination, draft is not null as "isFetched",
      exists (select from products p where p.id = c.product_id and p.status <> 'retired') as "hasProduct",
      ${zoneKeySql(sql`draft`)} as "zoneKey", ${lacksSql(sql`draft`)} as lacks
    from ${codesTable(facts)} c where id = any(${ids}::bigint[]) order by id for update`.execute(db)
  const found = new Map(rows.map((row) => [row.id, row]))
  const results = [...new Set(ids)].map((id): Outcome => {
    const row = found.get(id)
    const message = row ? step.refuse(row) : t('Code not found.')
    return message === null ? { id, ok: true } : { id, ok: false, message }
  })
  const taken = results.flatMap(({ id, ok }) => (ok ? (found.get(id) ?? []) : []))
  await sql`
    update ${codesTable(facts)} set status = ${step.status}, lease = null, updated_at = now(), version = version + 1, ${step.change}
    where id = any(${taken.map(({ id }) => id)}::bigint[])`.execute(db)
  for (const row of taken) {
    const { id, code, status, version, cityId, subcategoryId } = row
    const more = difference({ cityId, subcategoryId }, step.after?.(row) ?? {})
    audit.record({
      action: step.action,
      object: facts.codes.name,
      recordId: id,
      title: code,
      version: version + 1,
      before: { status, ...more.before },
      after: { status: step.status, ...more.after },
      ...(step.reason !== undefined && { reason: step.reason }),
    })
  }
  return { results, taken }
}

const isUnderWay = (status: CodeStatus) => status === 'queued' || status === 'fetching'
/** To be imported again; sentences about it are in the language of the caller. */
const queuedAgain = () => sql`${setSaid('reason', null)}, attempts = 0, next_try_at = now(), language = ${language()}`

/** Others that waited for the same choice are imported as well. */
async function queueMapped(db: Db, facts: SupplierFacts): Promise<void> {
  await sql`
    update ${codesTable(facts)} c set status = 'queued', ${queuedAgain()}, updated_at = now(), version = version + 1
    where c.status = 'needs_mapping'
      and (c.city_id is not null or exists (select from supplier_mappings m
        where m.supplier = ${facts.key} and m.kind = 'destination' and m.key = c.draft -> 'destination' ->> 'key'))
      and (c.subcategory_id is not null or exists (select from supplier_mappings m
        where m.supplier = ${facts.key} and m.kind = 'tag' and m.key = any(c.supplier_tags)))
      and (c.draft ->> 'currency' <> '' or exists (select from supplier_mappings m where m.supplier = ${facts.key} and m.kind = 'currency'))`.execute(
    db,
  )
}

function implementPaste(facts: SupplierFacts): Implementation {
  return implement(importEndpoints(facts).paste, async (call) => {
    const { db, input, actor, audit } = call
    const { codes, duplicates, refused } = readPasted(input.text, facts.readCode)
    if (codes.length === 0)
      throw invalid({ text: t('No codes found. They look like {example}.', { example: facts.codeExample }) })
    if (codes.length > maxCodes)
      throw invalid({
        text: t('That is {n} codes. Paste at most {most} at a time.', { n: codes.length, most: maxCodes }),
      })
    await assertPlace(db, actor, facts.codes.access.object, input)
    const { rows: added } = await sql<{ id: number }>`
      insert into ${codesTable(facts)} (code, status, city_id, subcategory_id, language)
      select code, 'queued', ${input.cityId ?? null}::bigint, ${input.subcategoryId ?? null}::bigint, ${language()}
      from unnest(${codes}::text[]) with ordinality as g (code, place) order by place
      on conflict do nothing returning id`.execute(db)
    if (added.length > 0) {
      audit.record({
        action: 'paste-codes',
        object: facts.codes.name,
        title: t('{n, plural, one {# code} other {# codes}}', { n: added.length }),
        after: { ids: added.map(({ id }) => id) },
      })
      wakeAfter(call)
    }
    const known = codes.length - added.length
    const knownCodes = known === 0 ? [] : await namedCodes(db, facts, codes, added)
    return { added: added.length, known, knownCodes, duplicates, refused: [...refused] }
  })
}

/** The first codes of those pasted that were there before, in the order of the paste. */
async function namedCodes(
  db: Db,
  facts: SupplierFacts,
  codes: readonly string[],
  added: readonly { readonly id: number }[],
): Promise<KnownCode[]> {
  const { rows } = await sql<KnownCode>`
    select c.id, c.code, c.status from unnest(${codes}::text[]) with ordinality as g (code, place)
      join ${codesTable(facts)} c on lower(c.code) = lower(g.code)
    where c.id <> all(${added.map(({ id }) => id)}::bigint[]) order by g.place limit ${maxKnownNamed}`.execute(db)
  return rows
}

export function implementImports(facts: SupplierFacts): Implementation[] {
  const { retry, reject, map } = importEndpoints(facts)
  return [
    implementPaste(facts),
    implement(retry, async (call) => {
      const { results } = await takeStep(facts, call, call.input.ids, {
        action: 'retry',
        refuse: ({ status }) => (isUnderWay(status) ? t('Already in the queue.') : null),
        status: 'queued',
        // A person who retries a duplicate has looked at the other product.
        change: sql`${queuedAgain()}, is_forced = is_forced or status = 'duplicate'`,
      })
      wakeAfter(call)
      return { results }
    }),
    implement(reject, async (call) => {
      const { ids, reason } = call.input
      const { results } = await takeStep(facts, call, ids, {
        action: 'reject',
        reason,
        refuse: ({ status, hasProduct }) =>
          status === 'rejected'
            ? t('Already rejected.')
            : status === 'imported' || hasProduct
              ? t('It is imported. Retire its product instead.')
              : null,
        status: 'rejected',
        change: setSaid('reason', reason),
      })
      return { results }
    }),
    implementMap(facts, map),
  ]
}

function implementMap(facts: SupplierFacts, map: ReturnType<typeof importEndpoints>['map']): Implementation {
  return implement(map, async (call) => {
    const { db, actor, input } = call
    const { cityId = null, subcategoryId = null } = input
    const { tag, timeZone, currency, ageBands } = input
    if ([cityId, subcategoryId, timeZone ?? null, currency || null, ageBands?.[0] ?? null].every((one) => one === null))
      throw invalid({ cityId: t('Choose a city or a subcategory.') })
    await assertPlace(db, actor, facts.codes.access.object, input)
    await assertChoices(db, input)
    const { results, taken } = await takeStep(facts, call, input.ids, {
      action: 'map',
      refuse: ({ status }) =>
        status === 'imported'
          ? t('It is imported. Change city and subcategory on its product.')
          : status === 'fetching'
            ? t('Still loading. Try again in a moment.')
            : null,
      status: 'queued',
      change: sql`${queuedAgain()}, city_id = coalesce(${cityId}::bigint, city_id), subcategory_id = coalesce(${subcategoryId}::bigint, subcategory_id)`,
      after: ({ lacks }) => ({
        ...(cityId !== null && { cityId }),
        ...(subcategoryId !== null && { subcategoryId, ...(tag && { tag }) }),
        ...(typeof timeZone === 'string' && lacks.includes('timeZone') && { timeZone }),
        ...(currency && { currency }),
        ...(ageBands?.length && { ageBands }),
      }),
    })
    if (taken.length === 0) return { results }
    assertLacking(facts, taken, input)
    const places = cityId === null ? [] : taken.flatMap(({ destination }) => destination ?? [])
    const zones = typeof timeZone === 'string' ? taken.filter(({ lacks }) => lacks.includes('timeZone')) : []
    if (timeZone === '')
      await forgetZones(
        db,
        facts,
        zones.map(({ zoneKey }) => zoneKey),
      )
    await remember(db, facts, [
      ...places.map((key) => ({ kind: 'destination', key, cityId: Number(cityId) }) as const),
      ...(tag && subcategoryId !== null ? [{ kind: 'tag', key: tag, subcategoryId } as const] : []),
      ...zones.flatMap(({ zoneKey: key }) => (timeZone ? [{ kind: 'time-zone', key, timeZone } as const] : [])),
      ...(currency ? [{ kind: 'currency', key: '*', currency } as const] : []),
      ...(ageBands ?? []).map((band) => ({ kind: 'age-band', key: bandKey(band), unitType: band.type }) as const),
    ])
    await queueMapped(db, facts)
    wakeAfter(call)
    return { results }
  })
}

interface Chosen {
  readonly timeZone?: string | null | undefined
  readonly currency?: string | null | undefined
}

/** Refuses zones and currencies that do not exist. */
async function assertChoices(db: Db, { timeZone, currency }: Chosen): Promise<void> {
  if (timeZone && !isTimeZone(timeZone))
    throw invalid({ timeZone: t('Time zone {name} not found.', { name: timeZone.slice(0, 80) }) })
  if (!currency) return
  const { rows } = await sql`select from currencies where code = ${currency}`.execute(db)
  if (rows.length === 0) throw invalid({ currency: t('Currency {code} not found.', { code: currency.slice(0, 20) }) })
}

/** What the supplier names would come back with its next sync, so it is not chosen. */
function assertLacking({ name }: SupplierFacts, taken: readonly CodeRow[], { timeZone, currency }: Chosen): void {
  const fetched = taken.filter(({ isFetched }) => isFetched)
  const refuse = (what: Lacking, isNamed: string) => {
    if (fetched.some(({ lacks }) => lacks.includes(what))) return
    throw invalid({ [what]: fetched.length === 0 ? t('Not fetched yet.') : isNamed })
  }
  if (timeZone) refuse('timeZone', t('{supplier} names the time zone, so it can’t be chosen here.', { supplier: name }))
  if (currency) refuse('currency', t('{supplier} names the currency, so it can’t be chosen here.', { supplier: name }))
}
