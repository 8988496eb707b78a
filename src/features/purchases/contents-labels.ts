import { t } from '../../core/i18n/language.ts'

/** What was bought, in short. Tickets are kept as “2 tickets, Dress Circle”; the section is called as the venue calls it. */
export function contentsWords(contents: unknown): string {
  const text = typeof contents === 'string' ? contents : ''
  const [, count, section] = /^(\d+) tickets?, (.+)$/.exec(text) ?? []
  if (count === undefined || section === undefined) return text
  return t('{n, plural, one {# ticket} other {# tickets}}, {section}', { n: Number(count), section })
}
