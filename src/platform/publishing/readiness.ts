import { labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { fieldOf } from '../../core/resource/resource.ts'
import type { TranslationStatus } from '../translations/store/translatable.ts'
import { isPublicText, translatableFields } from '../translations/store/translatable.ts'
import { languageName } from '../translations/store/language-names.ts'

/** One thing that was looked at, and what came of it. */
export interface Finding {
  readonly key: string
  readonly label: string
  /** What is lacking where it is not met, to go on a sentence with. */
  readonly lack: string
  readonly isBlocking: boolean
  readonly isMet: boolean
  /** Where it can be mended: a field, and the language in which it lacks something where that is not the source's. */
  readonly field: string | null
  readonly locale: string | null
}

export interface ReadinessLocale {
  readonly code: string
  readonly name: string
  readonly isDefault: boolean
  readonly isRequired: boolean
  readonly publishesMachineTexts: boolean
}
export interface ReadinessText {
  readonly field: string
  readonly locale: string
  readonly text: string
  readonly status: TranslationStatus
  readonly isOutdated: boolean
}
type Values = Readonly<Record<string, unknown>>

function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined
}

function fieldFinding(resource: AnyResource, record: Values, key: string, isBlocking: boolean): Finding {
  const field = fieldOf(resource, key)
  const name = field ? labelOf(key, field) : key
  return {
    key,
    label: name,
    lack: t('{field} missing', { field: name }),
    isBlocking,
    isMet: isFilled(record[key]),
    field: key,
    locale: null,
  }
}

/** What the record itself lacks: everything that a save can make better or worse. */
export function ownFindings(resource: AnyResource, record: Values): Finding[] {
  const { page, title, fields } = resource
  if (!page) return []
  const needed = [...new Set([title, ...('slug' in fields ? ['slug'] : []), ...(page.needs ?? [])])]
  return [
    ...needed.map((key) => fieldFinding(resource, record, key, true)),
    ...(page.wants ?? []).map((key) => fieldFinding(resource, record, key, false)),
    ...(page.checks ?? []).map(({ key, label, lack, isBlocking, isMet }) => ({
      key,
      label: t(label),
      lack: t(lack),
      isBlocking,
      isMet: isMet(record),
      field: fields[key] ? key : null,
      locale: null,
    })),
  ]
}

function localeFindings(
  resource: AnyResource,
  record: Values,
  locale: ReadinessLocale,
  texts: readonly ReadinessText[],
): Finding[] {
  const keys = translatableFields(resource)
    .map(([key]) => key)
    .filter((key) => isFilled(record[key]))
  const own = texts.filter(({ locale: code }) => code === locale.code)
  // A text that is not approved is seen by no reader, so it makes nothing complete.
  const has = (key: string) => own.some((text) => text.field === key && isPublicText(text, locale))
  const missing = keys.find((key) => !has(key))
  // What is written and waits for its approval is not missing: its mend is another one.
  const isWritten = (key: string) => own.some((text) => text.field === key)
  const waits = keys.every((key) => has(key) || isWritten(key))
  const outdated = own.find(({ field, isOutdated }) => isOutdated && keys.includes(field))
  const { title } = resource
  const field = fieldOf(resource, title)
  const language = languageName(locale.code, locale.name)
  const inWords = { field: field ? labelOf(title, field) : title, language }
  return [
    ...(locale.isRequired && keys.includes(title) && field
      ? [
          {
            key: `${title} ${locale.code}`,
            label: t('{field} is there in {language}', inWords),
            lack: isWritten(title)
              ? t('{field} isn’t approved in {language}', inWords)
              : t('{field} is missing in {language}', inWords),
            isBlocking: true,
            isMet: has(title),
            field: title,
            locale: locale.code,
          },
        ]
      : []),
    {
      key: `texts ${locale.code}`,
      label: t('All texts in {language}', { language }),
      lack: waits
        ? t('texts aren’t approved in {language}', { language })
        : t('texts are missing in {language}', { language }),
      isBlocking: false,
      isMet: missing === undefined,
      field: missing ?? keys[0] ?? title,
      locale: locale.code,
    },
    {
      key: `current ${locale.code}`,
      label: t('No text in {language} is older than its source', { language }),
      lack: t('texts in {language} are older than their source', { language }),
      isBlocking: false,
      isMet: outdated === undefined,
      field: outdated?.field ?? keys[0] ?? title,
      locale: locale.code,
    },
  ]
}

/** What is looked at besides the record and its texts. */
export interface Surroundings {
  /** How many of its images lack a text for those who cannot see them; null where it can have none. */
  readonly silentImages: number | null
  /** The field that names its author, and whether their page is public. Null if it has no author. */
  readonly byline: { readonly field: string | null; readonly isPublished: boolean } | null
}

/** Everything that is looked at before a page goes public, what blocks first. */
export function readinessOf(
  resource: AnyResource,
  record: Values,
  locales: readonly ReadinessLocale[],
  texts: readonly ReadinessText[],
  { silentImages, byline }: Surroundings = { silentImages: null, byline: null },
): Finding[] {
  const others = translatableFields(resource).length === 0 ? [] : locales.filter(({ isDefault }) => !isDefault)
  const images =
    Object.entries(resource.fields).find(([, field]) => 'to' in field && field.to === 'images')?.[0] ?? null
  const told =
    silentImages === null
      ? []
      : [
          {
            key: 'images',
            label: t('All images have alt text'),
            lack: t('an image has no alt text'),
            isBlocking: true,
            isMet: silentImages === 0,
            field: images,
            locale: null,
          },
        ]
  const signed =
    byline === null
      ? []
      : [
          {
            key: 'byline',
            label: t('Its author is published'),
            lack: t('its author is not published'),
            isBlocking: true,
            isMet: byline.isPublished,
            field: byline.field,
            locale: null,
          },
        ]
  const all = [
    ...ownFindings(resource, record),
    ...told,
    ...signed,
    ...others.flatMap((locale) => localeFindings(resource, record, locale, texts)),
  ]
  return [...all.filter(({ isBlocking }) => isBlocking), ...all.filter(({ isBlocking }) => !isBlocking)]
}
