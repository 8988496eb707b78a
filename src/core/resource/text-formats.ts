import type { FieldOf } from './fields.ts'
import { t } from '../i18n/language.ts'

/** The rest of a sentence whose beginning is a field's name. */
export type Complaint = (field: string) => string

type Format = NonNullable<FieldOf['text']['format']>

/** The formats of text, with the sentence that says what is expected. */
export const textFormats: Record<Format, readonly [RegExp, Complaint]> = {
  // Bounded parts, so that no input makes the match slow.
  email: [
    /^[^\s@<>"(),:;\\[\]•]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/i,
    (field) => t('{field} must be an email address, such as ana@example.com.', { field }),
  ],
  url: [/^https?:\/\/[^\s<>"]{3,2000}$/i, (field) => t('{field} must be a URL that starts with https://.', { field })],
  slug: [
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
    (field) => t('{field} can have lower-case letters, digits and single hyphens.', { field }),
  ],
  phone: [
    /^\+[1-9][0-9]{5,14}$/,
    (field) => t('{field} must be an international number, such as +34911234567.', { field }),
  ],
  ipAddress: [
    /^[0-9A-Fa-f:.]{2,45}$/,
    (field) => t('{field} must be an IP address, such as 192.0.2.1 or 2001:db8::1.', { field }),
  ],
  timeZone: [
    /^(?:UTC|[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+){1,2})$/,
    (field) => t('{field} must be an IANA time zone, such as Europe/Rome.', { field }),
  ],
  currency: [/^[A-Z]{3}$/, (field) => t('{field} must be an ISO 4217 code, such as EUR.', { field })],
  locale: [
    /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$/,
    (field) => t('{field} must be a BCP 47 tag, such as es or pt-BR.', { field }),
  ],
}

/**
 * The fault in a text of a format, in a sentence that names it; undefined when there is none. For rules that reach the
 * browser with a list, which has no schemas.
 */
export function formatProblem(format: Format, value: string): string | undefined {
  const [pattern, complain] = textFormats[format]
  return pattern.test(value) ? undefined : complain(value)
}

/** The words that are not language tags, in a sentence; undefined where all are. */
export function languageTagProblem(tags: readonly string[]): string | undefined {
  const tag = tags.find((value) => formatProblem('locale', value) !== undefined)
  return tag === undefined ? undefined : t('{tag} is not a BCP 47 tag, such as es or pt-BR.', { tag })
}
