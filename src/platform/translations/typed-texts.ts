import type { TranslationStatus } from './store/translatable.ts'
import type { TranslatedText } from './store/translation.endpoints.ts'

/** What somebody typed as a translation and has not saved, and what was stored when they began. */
export interface TypedText {
  readonly text: string
  /** Empty on purpose: readers see nothing there, and no other language in its place. */
  readonly isBlank: boolean
  /** Null: as far as it was. */
  readonly status: TranslationStatus | null
  readonly ground: Pick<TranslatedText, 'source' | 'text' | 'status'>
}

/** By field. */
export type TypedTexts = Readonly<Record<string, TypedText>>
export type TypedChange = Partial<Pick<TypedText, 'text' | 'status' | 'isBlank'>>

/** What goes to the server, by field. */
export type NewTexts = Readonly<Record<string, { readonly text: string | null; readonly status: TranslationStatus }>>

/** What somebody else changed meanwhile under what was typed. */
export interface Clash {
  readonly isTextChanged: boolean
  readonly isSourceChanged: boolean
}

/** What was typed with one change more, on the ground that it was begun on. */
export function typedOn(given: TranslatedText, before: TypedText | undefined, change: TypedChange): TypedText {
  const { source, text, status } = given
  return {
    ...(before ?? { text: text ?? '', isBlank: text === '', status: null, ground: { source, text, status } }),
    ...(change.text !== undefined && { isBlank: false }),
    ...change,
  }
}

/** The same on the ground of what is stored now: whoever typed it has seen that. */
export function keptOn(given: TranslatedText, typed: TypedText): TypedText {
  return { ...typed, ground: { source: given.source, text: given.text, status: given.status } }
}

/** What changed under a typed text since it was begun; null where nothing did, or where somebody else wrote the very same. */
export function clashOf(typed: TypedText | undefined, given: TranslatedText): Clash | null {
  if (!typed) return null
  const { ground } = typed
  const isSourceChanged = ground.source !== given.source
  const isTextChanged = ground.text !== given.text && given.text !== storedAs(typed)
  return isTextChanged || isSourceChanged ? { isTextChanged, isSourceChanged } : null
}

/** What was typed, parted into what can be saved as it is and what its author has to look at first. */
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

/** The text that a typed one is kept as; null where it is taken away. */
export function storedAs({ text, isBlank }: TypedText): string | null {
  return text.trim() !== '' ? text : isBlank ? '' : null
}

/** Typed texts as they are saved: an empty one is taken away unless that is meant, and what nobody has judged is a draft. */
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

/** What is left once some of it is saved: whatever has been typed since stays. */
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
