import { sql } from 'kysely'
import { appendAudit } from '../../core/audit/audit.server.ts'
import type { MovingPage } from '../../platform/publishing/addresses/redirects.server.ts'
import { approveSlugs, followTexts, movingPage } from '../../platform/publishing/addresses/redirects.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { columnOf, labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { tableOf } from '../../core/resource/resource.ts'
import { factsWarning } from '../../platform/translations/text-facts.ts'
import { parityProblem } from '../../platform/translations/text-parity.ts'
import { defaultOf, textLocales } from '../../platform/translations/store/translation-store.server.ts'
import { implementAssignments } from './assignments.server.ts'
import { countTexts } from './completeness.server.ts'
import { lookAt, readFile } from './import-check.server.ts'
import { writeAccepted } from './import-write.server.ts'
import { escaped, writeCsv, writeXliff } from './interchange.ts'
import {
  approveUnits,
  deepest,
  exportUnits,
  importUnits,
  listUnits,
  maxBytes,
  mediaTypes,
  maxCounted,
  maxInFile,
  pageSize,
  readCompleteness,
} from './queue.endpoints.ts'
import { implementTranslationMemory } from './translation-memory.server.ts'
import type { StoredUnit, Translated } from './units.server.ts'
import { countUnits, narrowed, seenBy, translatedResources, unitsOf } from './units.server.ts'

/** Bytes of a text in a file besides its title, its source and its translation: tags and status. */
const roomBesideText = 500
/** Characters of a text that a list shows. */
const shownInList = 400

/**
 * Operations across the texts of all resources. Without permission to see a resource, the caller sees none of its
 * texts.
 */
export function implementTranslationQueue(resources: readonly AnyResource[]): readonly Implementation[] {
  const translated = translatedResources(resources)
  return [
    ...implementAssignments(resources),
    ...implementTranslationMemory(resources),

    implement(readCompleteness, async ({ db, actor }) => {
      const locales = await textLocales(db)
      const others = locales
        .filter(({ isDefault }) => !isDefault)
        .map(({ id, code, name, nativeName, isOnSite }) => ({ id, code, name, nativeName, isOnSite }))
      return {
        sourceLocale: defaultOf(locales).code,
        locales: others,
        fields: await countTexts(db, seenBy(translated, actor)),
      }
    }),

    implement(listUnits, async ({ db, actor, query }) => {
      const offset = Number(query.offset ?? 0)
      if (offset > deepest)
        throw invalid({ offset: t('Only the first {deepest} texts can be paged. Narrow the list.', { deepest }) })
      const wanted = await narrowed(db, seenBy(translated, actor), query, actor)
      const found = await unitsOf(db, wanted, offset, pageSize + 1)
      const units = found.slice(0, pageSize).map((unit) => ({
        ...unit,
        source: unit.source.slice(0, shownInList),
        text: unit.text?.slice(0, shownInList) ?? null,
        problem: unit.text === null || unit.status === 'outdated' ? null : parityProblem(unit.source, unit.text),
        warning:
          unit.text === null || unit.status === 'outdated'
            ? null
            : factsWarning(unit.source, unit.text, wanted.sourceLocale, unit.locale),
      }))
      return { units, hasMore: found.length > pageSize }
    }),

    exporting(translated),
    importing(translated),
    approving(translated),
  ]
}

/** Puts the texts that are asked for into a file, a part of it at a time. */
function exporting(translated: readonly Translated[]): Implementation {
  return implement(exportUnits, async ({ db, actor, query, request, reply }) => {
    const wanted = await narrowed(db, seenBy(translated, actor), query, actor)
    const [locale, second] = wanted.locales
    if (query.format === 'xliff' && (!locale || second))
      throw invalid({ locale: t('An XLIFF file has one language. Choose one.') })
    const offset = Number(query.cursor ?? 0)
    const total = await countUnits(db, wanted, maxCounted)
    const units = fittingIn(await unitsOf(db, wanted, offset, maxInFile), query.format)
    const next = offset + units.length
    if (units.length === 0) throw new Refusal(422, t('No texts match, so there is nothing to export.'))
    const locales = wanted.locales.map(({ code }) => code)
    const after = { rows: units.length, format: query.format, locales, ...(offset > 0 && { offset }) }
    // A download is one of the things that people do. It reads, so it has no transaction of its own.
    await db.transaction().execute((trx) =>
      appendAudit(trx, [{ action: 'export', object: 'translations', after }], {
        actor,
        requestId: request.id,
        address: request.clientAddress,
      }),
    )
    const which = units.length === total ? `${total}` : `${offset + 1}-to-${next}-of-${total}`
    const name = `texts-${locales.join('-').toLowerCase()}-${which}.${query.format === 'xliff' ? 'xlf' : 'csv'}`
    void reply.header('X-Total-Count', total).header('X-Total-Count-Kind', total === maxCounted ? 'capped' : 'exact')
    if (next < total) void reply.header('X-Next-Cursor', next)
    void reply
      .type(`${mediaTypes[query.format]}; charset=utf-8`)
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', `attachment; filename="${name}"`)
    return query.format === 'csv'
      ? writeCsv(units)
      : writeXliff(units, defaultOf(await textLocales(db)).code, locale?.code ?? '')
  })
}

/** The first of these texts that make one file. Once translated it has to fit into one call, so translations have room. */
function fittingIn(units: readonly StoredUnit[], format: 'xliff' | 'csv'): readonly StoredUnit[] {
  const sizeOf = (text: string) => Buffer.byteLength(format === 'xliff' ? escaped(text) : text.replaceAll('"', '""'))
  let bytes = 0
  const end = units.findIndex(({ title, source, text }) => {
    const own = sizeOf(source)
    // Letters of another alphabet have up to three bytes.
    bytes += own + Math.max(3 * own, sizeOf(text ?? '')) + sizeOf(title) + roomBesideText
    return bytes > maxBytes * 0.8
  })
  return end === -1 ? units : units.slice(0, Math.max(1, end))
}

/** Checks a translated file; writes it if asked to, unless a text is refused that the call does not want to skip. */
function importing(translated: readonly Translated[]): Implementation {
  return implement(importUnits, async ({ db, actor, input, audit }) => {
    const looked = await lookAt(db, seenBy(translated, actor), await readFile(input))
    const verdicts = looked.map(({ verdict }) => verdict)
    const count = (of: string) => verdicts.filter(({ verdict }) => verdict === of).length
    const counts = { same: count('same'), new: count('new'), changed: count('changed'), refused: count('refused') }
    const applied = input.apply && (counts.refused === 0 || input.skipRefused === true)
    if (input.apply && !applied) {
      const first = verdicts.find(({ verdict }) => verdict === 'refused')
      throw new Refusal(
        422,
        t(
          'Nothing was written: {n, plural, one {a text of the file is} other {# texts of the file are}} refused. The first: {message}',
          { n: counts.refused, message: first?.message ?? '' },
        ),
      )
    }
    if (applied)
      await writeAccepted(
        { db, actor, audit },
        looked.flatMap(({ accepted }) => accepted ?? []),
      )
    const rank = { refused: 0, changed: 1, new: 2, same: 3 }
    return {
      applied,
      counts,
      units: verdicts.filter(({ verdict }) => verdict !== 'same').toSorted((a, b) => rank[a.verdict] - rank[b.verdict]),
    }
  })
}

/** Approves translations, and moves the pages whose addresses follow from their titles. */
function approving(translated: readonly Translated[]): Implementation {
  return implement(approveUnits, async ({ db, actor, input, audit }) => {
    const seen = seenBy(translated, actor)
    const { approved, refused } = await lookBeforeApproving(db, seen, [...new Set(input.ids)])
    const moving = await movingPages(db, seen, approved)
    await sql`
      update translations set status = 'approved', updated_at = now(), version = version + 1, translator_id = ${actor.kind === 'staff' ? actor.id : null},
        translator_name = ${actor.name} where id = any(${approved.map(({ id }) => id)}::bigint[])`.execute(db)
    await approveSlugs(db, titlesAmong(seen, approved))
    for (const page of moving) await followTexts(db, page)
    for (const { resource, recordId, title, field, locale, status } of approved) {
      audit.record({
        action: 'text-approved',
        object: resource,
        recordId,
        title,
        before: { [`${field} (${locale})`]: status },
        after: { [`${field} (${locale})`]: 'approved' },
      })
    }
    return { approved: approved.length, refused }
  })
}

/** The record titles among these texts. */
function titlesAmong(seen: readonly Translated[], texts: readonly ToApprove[]) {
  return texts.flatMap(({ resource: name, recordId: id, field, locale }) => {
    const resource = seen.find((one) => one.resource.name === name)?.resource
    return resource && resource.title === field ? [{ resource, id, locale }] : []
  })
}

/** Pages whose addresses can change with the titles among these texts. */
async function movingPages(db: Db, seen: readonly Translated[], texts: readonly ToApprove[]): Promise<MovingPage[]> {
  const pages = new Map<string, MovingPage>()
  for (const { resource, id } of titlesAmong(seen, texts)) {
    const page = pages.has(`${resource.name} ${id}`) ? null : await movingPage(db, { resource, id })
    if (page) pages.set(`${resource.name} ${id}`, page)
  }
  return [...pages.values()]
}

interface ToApprove {
  readonly id: number
  readonly resource: string
  readonly recordId: number
  readonly field: string
  readonly locale: string
  readonly text: string
  readonly source: string
  readonly status: string
  readonly isOutdated: boolean
  readonly title: string
}

/** A translation that is older than its source, or lacks a placeholder, cannot be approved by anyone. */
async function lookBeforeApproving(db: Db, seen: readonly Translated[], ids: readonly number[]) {
  const { rows } = await sql<ToApprove>`
    select id, resource, record_id as "recordId", field, locale, text, source, status, outdated_at is not null as "isOutdated", resource || ' ' || record_id as title
    from translations where id = any(${[...ids]}::bigint[]) and not is_record_gone order by id for update`.execute(db)
  const approved: ToApprove[] = []
  const refused: { id: number; message: string }[] = []
  for (const id of ids) {
    const row = rows.find((one) => one.id === id)
    const one = seen.find(({ resource }) => resource.name === row?.resource)
    const field = one && new Map(one.fields).get(row?.field ?? '')
    if (!row || !one || !field) refused.push({ id, message: t('Text not found.') })
    else if (row.isOutdated)
      refused.push({
        id,
        message: t('The source of {field} has changed since. Translate it again.', {
          field: labelOf(row.field, field),
        }),
      })
    else {
      const problem = parityProblem(row.source, row.text)
      if (problem !== null) refused.push({ id, message: problem })
      else if (row.status !== 'approved') approved.push(row)
    }
  }
  return { approved: await titled(db, seen, approved), refused }
}

/** The titles of the records, for the audit log. */
async function titled(db: Db, seen: readonly Translated[], rows: readonly ToApprove[]): Promise<ToApprove[]> {
  const branches = seen
    .filter(({ resource: { name } }) => rows.some(({ resource }) => resource === name))
    .map(
      ({ resource }) => sql`
    select ${resource.name}::text as resource, id, ${sql.ref(columnOf(resource.title))}::text as title
    from ${sql.table(tableOf(resource))} where id = any(${rows.map(({ recordId }) => recordId)}::bigint[])`,
    )
  if (branches.length === 0) return [...rows]
  const { rows: titles } = await sql<{
    resource: string
    id: number
    title: string
  }>`${sql.join(branches, sql` union all `)}`.execute(db)
  return rows.map((row) => ({
    ...row,
    title: titles.find(({ resource, id }) => resource === row.resource && id === row.recordId)?.title ?? row.title,
  }))
}
