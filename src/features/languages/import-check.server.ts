import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { columnOf, labelOf } from '../../core/resource/fields.ts'
import { nameOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { inSentence, tableOf } from '../../core/resource/resource.ts'
import { readCsvFile, textOfBase64 } from '../../platform/transfer/csv-reader.server.ts'
import { factsWarning } from '../../platform/translations/text-facts.ts'
import type { TranslationStatus } from '../../platform/translations/store/translatable.ts'
import { translationStatuses } from '../../platform/translations/store/translatable.ts'
import type { TextLocale } from '../../platform/translations/store/translation-store.server.ts'
import { defaultOf, textLocales } from '../../platform/translations/store/translation-store.server.ts'
import { problemIn, titleLossProblem } from '../../platform/translations/translations.server.ts'
import type { ReadText } from './interchange.ts'
import { csvColumns, fromCsvRows, plainly, readXliff } from './interchange.ts'
import type { SentFile, Verdict } from './queue.endpoints.ts'
import { maxInFile } from './queue.endpoints.ts'
import type { Translated } from './units.server.ts'
import { NotXml } from './xml/xml-reader.ts'

/** A text that is fit to be written. */
export interface Accepted {
  readonly one: Translated
  readonly recordId: number
  readonly title: string
  readonly field: string
  readonly locale: string
  readonly text: string
  readonly status: TranslationStatus
  readonly source: string
  readonly before: string | null
}
export interface Looked {
  readonly verdict: Verdict
  readonly accepted: Accepted | null
}

/** Languages that Windows-1252 can write, which is what a file without another sign is read as. */
const western = new Set(
  'af ca da de en es eu fi fil fo fr ga gd gl id is it lb ms nb nl nn no oc pt rm sv sw zu'.split(' '),
)
/** Encodings that an XML file can declare and that are read, besides UTF-16, which its bytes show. */
const readEncodings = /^(utf-?(8|16|16le|16be)|us-ascii|ascii)$/i
const westernEncodings = /^(iso-?8859-1|iso_8859-1|latin-?1|windows-1252|cp-?1252)$/i

/** Reads the texts of a file; one that can't be read whole is refused. */
export async function readFile({ format, text: sent, textEncoding }: SentFile): Promise<ReadText[]> {
  const file = textEncoding === 'base64' ? await ofText(() => textOfBase64(sent)) : { text: sent, encoding: null }
  if (!file) throw invalid({ text: t('Send the file as Base64.') })
  const text = file.text.replace(/^\ufeff/, '')
  const declared = format === 'xliff' ? declaredEncoding(text) : null
  const isBytes = file.encoding === 'utf-8' || file.encoding === 'windows-1252'
  if (isBytes && declared !== null && !readEncodings.test(declared) && !westernEncodings.test(declared))
    throw invalid({
      text: t('The first line of the file declares {encoding}. Save the file as UTF-8, and declare that.', {
        encoding: declared,
      }),
    })
  const texts = format === 'csv' ? await ofText(() => readCsv(text)) : readXliffFile(text)
  if (texts.length === 0) throw invalid({ text: t('The file has no text.') })
  if (texts.length > maxInFile)
    throw invalid({ text: t('The file has more than {maxInFile} texts. Cut it into several.', { maxInFile }) })
  // XML declares its encoding, and writes other letters by their numbers.
  if (file.encoding === 'windows-1252' && !westernEncodings.test(declared ?? '')) refuseOtherAlphabets(texts)
  return texts
}

function declaredEncoding(text: string): string | null {
  return /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(text)?.[1] ?? null
}

/** Polish in Windows-1250 would be read as other letters, without a sign. */
function refuseOtherAlphabets(texts: readonly ReadText[]): void {
  const other = texts.find(({ text, locale }) => text && !western.has(locale.toLowerCase().split('-')[0] ?? ''))
  if (other)
    throw invalid({
      text: t('Texts in {language} would be damaged. Save the file as UTF-8. In Excel that is “CSV UTF-8”.', {
        language: nameOf('language', other.locale),
      }),
    })
}

/** The reader of files says what is wrong of `file`, which is `text` here. */
async function ofText<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof Refusal && error.fields?.['file'] ? invalid({ text: error.message }) : error
  }
}

function readXliffFile(text: string): ReadText[] {
  try {
    return readXliff(text)
  } catch (error) {
    if (error instanceof NotXml)
      throw invalid({ text: t('The file cannot be read as XLIFF 2: {reason}', { reason: error.message }) })
    throw error
  }
}

async function readCsv(text: string): Promise<ReadText[]> {
  let headings: readonly string[] = []
  const records: Record<string, string>[] = []
  for await (const part of readCsvFile([text])) {
    if ('headings' in part) headings = columnsIn(part.headings)
    else
      for (const { cells } of part.rows)
        records.push(Object.fromEntries(headings.map((heading, at) => [heading, cells[at] ?? ''])))
  }
  return fromCsvRows(records)
}

function columnsIn(headings: readonly string[]): readonly string[] {
  const lacking = csvColumns.filter((column) => column !== 'title' && column !== 'status' && !headings.includes(column))
  if (lacking.length > 0)
    throw invalid({ text: t('The file has no column called {columns}.', { columns: lacking.join(', ') }) })
  return headings
}

interface Present {
  readonly resource: string
  readonly recordId: number
  readonly title: string
  readonly field: string
  readonly source: string | null
  readonly locale: string | null
  readonly text: string | null
  readonly status: TranslationStatus | null
  readonly isOutdated: boolean | null
  readonly translator: string | null
  /** Of a record with a page. */
  readonly publication: string | null
}

/** Sources and translations of every record that a file names, in one statement. */
async function presentOf(
  db: Db,
  translated: readonly Translated[],
  texts: readonly ReadText[],
): Promise<Map<string, Present>> {
  const branches = translated.flatMap(({ resource, fields }) => {
    const ids = [
      ...new Set(
        texts.flatMap((text) => (text.resource === resource.name && text.recordId !== null ? [text.recordId] : [])),
      ),
    ]
    if (ids.length === 0) return []
    return [
      sql`
      select ${resource.name}::text as resource, t.id as "recordId", ${sql.ref(`t.${columnOf(resource.title)}`)}::text as title, f.field, f.source,
        x.locale, x.text, x.status, x.outdated_at is not null as "isOutdated", x.translator_name as translator,
        ${resource.page ? sql`t.publication` : sql`null::text`} as publication
      from ${sql.table(tableOf(resource))} t
        cross join lateral (values ${sql.join(fields.map(([key]) => sql`(${key}::text, ${sql.ref(`t.${columnOf(key)}`)}::text)`))}) as f (field, source)
        left join translations x on x.resource = ${resource.name} and x.record_id = t.id and x.field = f.field and not x.is_record_gone
      where t.id = any(${ids}::bigint[])`,
    ]
  })
  if (branches.length === 0) return new Map()
  const { rows } = await sql<Present>`${sql.join(branches, sql` union all `)}`.execute(db)
  return new Map(
    rows.flatMap((row) => {
      const place = `${row.resource} ${row.recordId} ${row.field}`
      return [
        [place, { ...row, locale: null, text: null, status: null }],
        ...(row.locale === null ? [] : [[`${place} ${row.locale}`, row] as const]),
      ] as [string, Present][]
    }),
  )
}

/** Checks every text of a file as if it were typed in. Writes nothing. */
export async function lookAt(db: Db, translated: readonly Translated[], texts: readonly ReadText[]): Promise<Looked[]> {
  const locales = await textLocales(db)
  const sourceLocale = defaultOf(locales).code
  const present = await presentOf(db, translated, texts)
  const seen = new Set<string>()
  return texts.map((read, index): Looked => {
    const place = `${read.resource} ${read.recordId ?? 0} ${read.field} ${read.locale}`
    const isTwice = seen.has(place)
    seen.add(place)
    const found = lookAtOne(read, { translated, locales, present, isTwice })
    const title = present.get(`${read.resource} ${read.recordId ?? 0} ${read.field}`)?.title ?? null
    const told = {
      place: index + 1,
      resource: read.resource,
      recordId: read.recordId,
      title,
      field: read.field,
      locale: read.locale,
      text: read.text ?? '',
    }
    if (typeof found === 'string')
      return { verdict: { ...told, verdict: 'refused', message: found, warning: null }, accepted: null }
    if (found === null) return { verdict: { ...told, verdict: 'same', message: null, warning: null }, accepted: null }
    return {
      verdict: {
        ...told,
        verdict: found.before === null ? 'new' : 'changed',
        message: null,
        warning: factsWarning(found.source, found.text, sourceLocale, found.locale),
      },
      accepted: found,
    }
  })
}

interface Ground {
  readonly translated: readonly Translated[]
  readonly locales: readonly TextLocale[]
  readonly present: ReadonlyMap<string, Present>
  readonly isTwice: boolean
}

/** A sentence if it is refused, null if nothing would change. */
function lookAtOne(read: ReadText, { translated, locales, present, isTwice }: Ground): string | null | Accepted {
  const one = translated.find(({ resource }) => resource.name === read.resource)
  if (!one) return t('{name}: no texts to translate, or you can’t see them.', { name: read.resource })
  const field = new Map(one.fields).get(read.field)
  if (!field)
    return t('{key} is not a translatable text of {many}.', {
      key: read.field,
      many: inSentence(t(one.resource.label[1])),
    })
  const locale = locales.find(({ code }) => code === read.locale)
  if (!locale || locale.isDefault)
    return t('Nothing is translated into {code}: it is neither published nor in preparation.', { code: read.locale })
  if (isTwice) return t('The file has this text twice.')
  const place = `${read.resource} ${read.recordId ?? 0} ${read.field}`
  const now = present.get(place)
  const own = present.get(`${place} ${read.locale}`)
  if (!now || read.recordId === null) return t('{one} not found.', { one: t(one.resource.label[0]) })
  const text = plainly(read.text ?? '')
  // Texts that come back unchanged from the export are skipped, and so are those that are still empty.
  if (
    text === '' ||
    (own !== undefined &&
      text === plainly(own.text ?? '') &&
      (read.status === null || read.status === (own.isOutdated ? 'outdated' : own.status)))
  )
    return null
  if (now.source === null || plainly(read.source) !== plainly(now.source)) {
    return t('The source of {field} has changed to “{source}”. Export it again and translate that.', {
      field: labelOf(read.field, field),
      source: (now.source ?? '').slice(0, 120),
    })
  }
  const lostAs = (after: TranslationStatus) =>
    titleLossProblem(one.resource, read.field, locale, {
      publication: now.publication,
      before: own?.status ? { status: own.status } : null,
      after: { status: after },
    })
  const usual = statusOf(read, own)
  // A status that is as before says nothing of the text, except where the page would lose its title by that.
  const status = read.status === 'approved' && lostAs(usual) !== null ? 'approved' : usual
  if (own?.status === 'approved' && status === 'machine') {
    return t('{translator} approved {field}, so machine translation doesn’t overwrite it.', {
      field: labelOf(read.field, field),
      translator: own.translator ?? '',
    })
  }
  const lost = lostAs(status)
  if (lost !== null) return lost
  const problem = problemIn(read.field, field, now.source, text)
  if (typeof problem === 'string') return problem
  if (own && own.text === problem.text && own.status === status && own.isOutdated !== true) return null
  return {
    one,
    recordId: read.recordId,
    title: now.title,
    field: read.field,
    locale: read.locale,
    text: problem.text,
    status,
    source: now.source,
    before: own?.text ?? null,
  }
}

/** A changed text needs review, unless the file states its status. */
function statusOf(read: ReadText, own: Present | undefined): TranslationStatus {
  const said = translationStatuses.find((status) => status === read.status)
  const was = own === undefined ? 'missing' : own.isOutdated ? 'outdated' : own.status
  return said !== undefined && said !== was ? said : 'in_review'
}
