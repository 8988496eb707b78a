import type { TranslationStatus } from './store/translatable.ts'
import type { TranslatedText } from './store/translation.endpoints.ts'

/** An unsaved translation, and what was stored when the user started to type it. */
export interface TypedText {
  readonly text: string
  /** Empty on purpose: readers see nothing, rather than the text in another language. */
  readonly isBlank: boolean
  /** Null keeps the stored status. */
  readonly status: TranslationStatus | null
  readonly ground: Pick<TranslatedText, 'source' | 'text' | 'status'>
}

/** By field. */
export type TypedTexts = Readonly<Record<string, TypedText>>
export type TypedChange = Partial<Pick<TypedText, 'text' | 'status' | 'isBlank'>>

/** What goes to the server, by field. */
export type NewTexts = Readonly<Record<string, { readonly text: string | null; readonly status: TranslationStatus }>>

/** What someone else changed while the user typed. */
export interface Clash {
  readonly isTextChanged: boolean
  readonly isSourceChanged: boolean
}

/** The typed text after one more change, still based on the version that the user started from. */
export function typedOn(given: TranslatedText, before: TypedText | undefined, change: TypedChange): TypedText {
  const { source, text, status } = given
  return {
    ...(before ?? { text: text ?? '', isBlank: text === '', status: null, ground: { source, text, status } }),
    ...(change.text !== undefined && { isBlank: false }),
    ...change,
  }
}

/** The same, based on what is stored now: the user has seen that and keeps their own text. */
export function keptOn(given: TranslatedText, typed: TypedText): TypedText {
  return { ...typed, ground: { source: given.source, text: given.text, status: given.status } }
}

/** What changed since the user started to type. Null if nothing did, or if someone else wrote the same text. */
export function clashOf(typed: TypedText | undefined, given: TranslatedText): Clash | null {
  if (!typed) return null
  const { ground } = typed
  const isSourceChanged = ground.source !== given.source
  const isTextChanged = ground.text !== given.text && given.text !== storedAs(typed)
  return isTextChanged || isSourceChanged ? { isTextChanged, isSourceChanged } : null
}

/** Splits typed texts into those that can be saved and those with a conflict that the user has to resolve first. */
export function partedBy(
  typed: TypedTexts,
  texts: readonly TranslatedText[],
): { free: TypedTexts; clashing: TypedTexts } {
  const given = new Map(texts.map((text) => [text.field, text]))
  const isClashing = ([field, own]: readonly [string, TypedText]) => {
    const now = given.get(field)
    return now === undefined || clashOf(own, now) !== null
  }
  const entries = Object.entries(typed)
  return {
    free: Object.fromEntries(entries.filter((entry) => !isClashing(entry))),
    clashing: Object.fromEntries(entries.filter(isClashing)),
  }
}

/** The text to store, or null to remove it. */
export function storedAs({ text, isBlank }: TypedText): string | null {
  return text.trim() !== '' ? text : isBlank ? '' : null
}

/** The texts to send. An empty one is removed unless it is empty on purpose; one without a given status is a draft. */
export function newTextsOf(typed: TypedTexts): NewTexts {
  return Object.fromEntries(
    Object.entries(typed).map(([field, typed]) => {
      const { status, ground } = typed
      const kept =
        ground.status === 'missing' || ground.status === 'outdated' || ground.status === 'machine'
          ? 'draft'
          : ground.status
      return [field, { text: storedAs(typed), status: status ?? kept }]
    }),
  )
}

/** What is left after a save. Text typed since then stays. */
export function withoutSaved(typed: TypedTexts, saved: TypedTexts): TypedTexts {
  return Object.fromEntries(
    Object.entries(typed).flatMap(([field, own]): (readonly [string, TypedText])[] => {
      const before = saved[field]
      if (before === own) return []
      return [
        [
          field,
          before === undefined
            ? own
            : {
                ...own,
                ground: {
                  ...own.ground,
                  text: storedAs(before),
                  status: newTextsOf({ [field]: before })[field]?.status ?? 'draft',
                },
              },
        ],
      ]
    }),
  )
}

/** Typed texts by language, as they come back from what outlives a forced sign-in; nothing where they are anything else. */
export function typedFrom(kept: unknown): Readonly<Record<string, TypedTexts>> {
  return isTyped(kept) ? kept : {}
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isTyped(value: unknown): value is Readonly<Record<string, TypedTexts>> {
  return (
    isObject(value) &&
    Object.values(value).every(
      (texts) =>
        isObject(texts) &&
        Object.values(texts).every(
          (one) => isObject(one) && typeof one['text'] === 'string' && isObject(one['ground']),
        ),
    )
  )
}
