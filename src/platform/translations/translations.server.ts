import { sql } from 'kysely'
import type { ResourceContext, RecordCall } from '../../core/calls/record-rows.server.ts'
import { fetchRecord, idOf, missing } from '../../core/calls/record-rows.server.ts'
import { refusalOf } from '../../core/resource/database-errors.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import type { AnyField } from '../../core/resource/fields.ts'
import { labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { auditTitleOf } from '../../core/resource/personal.ts'
import { contextsOf } from '../../core/calls/registry.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence, tableOf } from '../../core/resource/resource.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import { parseValue } from '../../core/resource/value-schemas.ts'
import { addressesOf, approveSlugs, moveAddresses } from '../publishing/addresses/redirects.server.ts'
import { assertSlug, freeSlug, lockSlugs, scopeOf, slugOf } from '../publishing/addresses/slugs.server.ts'
import { questionsProblem } from '../rich-text/questions.ts'
import { sanitise } from '../rich-text/sanitise.server.ts'
import { parityProblem } from './text-parity.ts'
import type { TranslationStatus } from './store/translatable.ts'
import { isPublicText, isTranslatable, translatableFields } from './store/translatable.ts'
import type { TranslatedTexts } from './store/translation.endpoints.ts'
import { textsEndpoint, translateEndpoint, translationsEndpoint } from './store/translation.endpoints.ts'
import type { NewText, StoredText, TextLocale } from './store/translation-store.server.ts'
import {
  completenessOf,
  defaultOf,
  etagOfTexts,
  removeTexts,
  storedTexts,
  textLocales,
  textsIn,
  writeTexts,
} from './store/translation-store.server.ts'
import { languageName } from './store/language-names.ts'

type Values = Record<string, unknown>
type Given = Readonly<Record<string, { readonly text: string | null; readonly status?: TranslationStatus | undefined }>>

/** The calls about texts in other languages, for every resource that has a translatable field by being registered. */
export function implementTranslations(servers: readonly ResourceServer[]): readonly Implementation[] {
  return contextsOf(servers, isTranslatable).flatMap(callsOf)
}

function callsOf(context: ResourceContext): readonly Implementation[] {
  const { resource } = context
  return [
    implement(translationsEndpoint(resource), async (call) => {
      const { record, locales, stored } = await pictureOf(context, call)
      const { code, name } = defaultOf(locales)
      return { sourceLocale: code, sourceName: name, locales: completenessOf(resource, record, locales, stored) }
    }),

    implement(textsEndpoint(resource), async (call) => {
      const picture = await pictureOf(context, call)
      return answer(resource, picture, localeOf(call.params.locale, picture.locales), call.reply)
    }),

    implement(translateEndpoint(resource), async (call) => {
      const { db, actor, request, reply } = call
      const id = idOf(context, call)
      // Serialises translators of one record with each other and with changes of its source.
      await sql`select 1 from ${sql.table(tableOf(resource))} where id = ${id} for update`.execute(db)
      const picture = await pictureOf(context, call)
      const { record, locales, stored } = picture
      const locale = localeOf(call.params.locale, locales)
      if (locale.isDefault)
        throw new Refusal(
          422,
          t('{language} is the source language. Edit the {one} itself.', {
            language: languageName(locale.code, locale.name),
            one: inSentence(t(resource.label[0])),
          }),
        )
      const expected = request.headers['if-match']
      if (
        expected !== undefined &&
        expected !== '*' &&
        expected !== etagOfTexts(resource, record, locale.code, stored)
      ) {
        throw new Refusal(412, t('These texts or their source changed since you opened them.'), {
          current: textsIn(resource, record, locale, locales, stored),
          headers: { ETag: etagOfTexts(resource, record, locale.code, stored) },
        })
      }
      const own = stored.filter((text) => text.locale === locale.code)
      const { texts, removed } = sift(resource, record, call.input.texts, { own, locale })
      try {
        const slug = await slugFor(db, resource, record, own, texts, removed)
        const all = slug ? [...texts, slug] : texts
        await writeTexts(db, resource, id, locale.code, all, actor, scopeOf(resource, record))
        await removeTexts(db, resource, id, locale.code, removed)
        const isTitleApproved = texts.some(({ field, status }) => field === resource.title && status === 'approved')
        if (isTitleApproved && !texts.some(({ field }) => field === 'slug'))
          await approveSlugs(db, [{ resource, id, locale: locale.code }])
        const after = { ...picture, stored: await storedTexts(db, resource, id) }
        await followMove(db, resource, picture, after)
        if (all.length + removed.length > 0) {
          const keyed = (of: readonly { field: string; text: string }[]) =>
            Object.fromEntries(of.map(({ field, text }) => [`${field} (${locale.code})`, text]))
          const touched = new Set([...all.map(({ field }) => field), ...removed])
          call.audit.record({
            action: 'translated',
            object: resource.name,
            recordId: id,
            title: auditTitleOf(resource, record),
            version: Number(record['version']),
            before: keyed(own.filter(({ field }) => touched.has(field))),
            after: keyed(all),
          })
        }
        return answer(resource, after, locale, reply)
      } catch (error) {
        throw refusalOf(error, resource)
      }
    }),
  ]
}

interface Picture {
  readonly record: Values
  readonly locales: readonly TextLocale[]
  readonly stored: readonly StoredText[]
}

async function pictureOf(context: ResourceContext, call: Pick<RecordCall, 'params' | 'db'>): Promise<Picture> {
  const id = idOf(context, call)
  const record = await fetchRecord(context, call, id)
  if (!record) throw missing(context)
  return { record, locales: await textLocales(call.db), stored: await storedTexts(call.db, context.resource, id) }
}

function localeOf(code: string, locales: readonly TextLocale[]): TextLocale {
  const found = locales.find((locale) => locale.code === code)
  if (!found)
    throw new Refusal(
      404,
      t('Nothing is translated into {code}: it is neither published nor in preparation.', { code }),
    )
  return found
}

function answer(
  resource: AnyResource,
  { record, locales, stored }: Picture,
  locale: TextLocale,
  reply: RecordCall['reply'],
): TranslatedTexts {
  reply.header('ETag', etagOfTexts(resource, record, locale.code, stored))
  return textsIn(resource, record, locale, locales, stored)
}

const whole = new WeakMap<AnyField, AnyField>()

/** The field as it applies to a translation: the same length and format, and always a text. */
function wholeField(field: AnyField): AnyField {
  let found = whole.get(field)
  if (!found) whole.set(field, (found = { ...field, required: true } as AnyField))
  return found
}

/** The texts to write and to remove. Refuses the whole call if any text is wrong, with a message for each field. */
function sift(
  resource: AnyResource,
  record: Values,
  given: Given,
  { own, locale }: { readonly own: readonly StoredText[]; readonly locale: TextLocale },
): { texts: NewText[]; removed: string[] } {
  const fields = new Map(translatableFields(resource))
  const problems: Record<string, string> = {}
  const conflicts: Record<string, string> = {}
  const texts: NewText[] = []
  const removed: string[] = []
  for (const [key, { text, status = 'draft' }] of Object.entries(given)) {
    const field = fields.get(key)
    const before = own.find((stored) => stored.field === key)
    const after = text === null ? null : { status }
    const lost = titleLossProblem(resource, key, locale, { publication: record['publication'], before, after })
    if (!field) {
      problems[key] = t('{key} is not a translatable text of {many}.', {
        key,
        many: inSentence(t(resource.label[1])),
      })
    } else if (before?.status === 'approved' && status === 'machine') {
      conflicts[key] = t('{translator} approved {field}, so machine translation doesn’t overwrite it.', {
        field: labelOf(key, field),
        translator: before.translator,
      })
    } else if (lost !== null) {
      conflicts[key] = lost
    } else if (text === null) {
      if (before) removed.push(key)
    } else {
      const source = typeof record[key] === 'string' ? record[key] : ''
      const problem = problemIn(key, field, source, text)
      if (typeof problem === 'string') problems[key] = problem
      else if (!before || before.text !== problem.text || before.status !== status || before.isOutdated)
        texts.push({ field: key, text: problem.text, status, source })
    }
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const [conflict] = Object.values(conflicts)
  if (conflict !== undefined) throw new Refusal(409, conflict, { fields: conflicts })
  return { texts, removed }
}

interface TitleChange {
  readonly publication: unknown
  readonly before: Pick<StoredText, 'status'> | null | undefined
  readonly after: Pick<StoredText, 'status'> | null
}

/** A change that takes a title off a published page where its language is required to publish, as a sentence; else null. */
export function titleLossProblem(
  { page, title, fields }: AnyResource,
  key: string,
  locale: TextLocale,
  { publication, before, after }: TitleChange,
): string | null {
  const field = fields[title]
  const isNeeded = page && publication === 'published' && locale.isRequired && locale.isOnSite
  if (!isNeeded || !field || key !== title || !before || !isPublicText(before, locale)) return null
  if (after && isPublicText(after, locale)) return null
  return t('This page is published, so it needs an approved {field} in {language}.', {
    field: labelOf(title, field),
    language: languageName(locale.code, locale.name),
  })
}

/** What is wrong with a translation of a field, as a sentence, or the text as it is kept. */
export function problemIn(key: string, field: AnyField, source: string, text: string): string | { text: string } {
  if (text.trim() === '')
    return field.required || key === 'slug'
      ? t('{field} can’t be empty. Send null to fall back to the source.', { field: labelOf(key, field) })
      : { text: '' }
  const parsed = parseValue(key, wholeField(field), text)
  if ('problems' in parsed)
    return Object.values(parsed.problems)[0] ?? t('{field} is not valid.', { field: labelOf(key, field) })
  const kept = 'format' in field && field.format === 'richText' ? sanitise(String(parsed.value)) : String(parsed.value)
  const unpaired = 'layout' in field ? questionsProblem(text, kept) : null
  return unpaired ?? (key === 'slug' ? null : parityProblem(source, kept)) ?? { text: kept }
}

/** A slug that was given is held to be free; a page whose title is translated for the first time gets one. */
async function slugFor(
  db: Db,
  resource: AnyResource,
  record: Values,
  own: readonly StoredText[],
  texts: readonly NewText[],
  removed: readonly string[],
): Promise<NewText | null> {
  if (!resource.page || !translatableFields(resource).some(([key]) => key === 'slug')) return null
  const place = { resource, scope: scopeOf(resource, record), id: Number(record['id']) }
  const given = texts.find(({ field }) => field === 'slug')
  const title = texts.find(({ field }) => field === resource.title)
  await lockSlugs(db, resource)
  if (given) {
    await assertSlug(db, place, given.text)
    return null
  }
  if (!title || slugOf(title.text) === '' || removed.includes('slug') || own.some(({ field }) => field === 'slug'))
    return null
  return {
    field: 'slug',
    text: await freeSlug(db, place, title.text),
    status: title.status,
    source: String(record['slug'] ?? ''),
  }
}

/** Addresses in a language of the site move with its slug, as long as anybody has seen them. */
async function followMove(db: Db, resource: AnyResource, before: Picture, after: Picture): Promise<void> {
  const { record } = before
  const locales = before.locales.filter(({ isOnSite }) => isOnSite)
  if (!resource.page || record['publishedAt'] === null || record['publishedAt'] === undefined) return
  const page = { id: Number(record['id']), slug: typeof record['slug'] === 'string' ? record['slug'] : null }
  await moveAddresses(
    db,
    { resource, id: page.id },
    addressesOf(resource, page, locales, before.stored),
    addressesOf(resource, page, locales, after.stored),
  )
}
