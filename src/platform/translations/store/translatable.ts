import type { AnyField } from '../../../core/resource/fields.ts'
import { isWritable } from '../../../core/resource/fields.ts'
import type { AnyResource } from '../../../core/resource/resource.ts'

/** The status that a person or a machine gave a text. */
export const translationStatuses = ['machine', 'draft', 'in_review', 'approved'] as const
export type TranslationStatus = (typeof translationStatuses)[number]
/** The statuses on screen: a text can also be missing, or older than its source. */
export const shownStatuses = ['missing', ...translationStatuses, 'outdated'] as const
export type ShownStatus = (typeof shownStatuses)[number]

/** The fields of a resource whose texts are kept in every language. */
export function translatableFields({ fields }: AnyResource): readonly (readonly [string, AnyField])[] {
  return Object.entries(fields).filter(([, field]) => field.translatable && isWritable(field))
}

/** Whether records of the resource have texts to translate. */
export function isTranslatable(resource: AnyResource): boolean {
  return resource.operations.includes('read') && translatableFields(resource).length > 0
}

/** Whether readers see a translation: once it is approved, or in languages that publish a machine's texts that too. */
export function isPublicText(
  { status }: { readonly status: TranslationStatus },
  { publishesMachineTexts }: { readonly publishesMachineTexts: boolean },
): boolean {
  return status === 'approved' || (status === 'machine' && publishesMachineTexts)
}

/** A language as far as texts fall back through it. */
export interface FallbackLocale {
  readonly code: string
  readonly fallback: string | null
}

/**
 * Where a text in a locale is looked for, in order: the locale itself, its language (`es` for `es-MX`), what it falls
 * back to, and so on to the default. Each once, so that a circle in the settings ends.
 */
export function fallbackChain(locale: string, locales: readonly FallbackLocale[]): string[] {
  const known = new Map(locales.map((entry) => [entry.code, entry]))
  const chain: string[] = []
  const queue = [locale]
  for (let code = queue.shift(); code !== undefined; code = queue.shift()) {
    const found = known.get(code)
    const language = code.includes('-') ? code.slice(0, code.lastIndexOf('-')) : null
    if (found && !chain.includes(code)) chain.push(code)
    if (language !== null && !chain.includes(language)) queue.push(language)
    if (found?.fallback && !chain.includes(found.fallback)) queue.push(found.fallback)
  }
  return chain
}
