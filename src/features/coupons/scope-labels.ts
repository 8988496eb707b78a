import { eitherOf, formatDate, nameOf } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { inSentence } from '../../core/resource/resource.ts'

const channelLabels: Readonly<Record<string, string>> = {
  web: msg('Web'),
  app: msg('App'),
  partner: msg('Partner'),
  phone: msg('Phone'),
}

const counted: Readonly<Record<string, string>> = {
  event: msg('{n, plural, one {# event} other {# events}}'),
  product: msg('{n, plural, one {# product} other {# products}}'),
  performer: msg('{n, plural, one {# performer} other {# performers}}'),
  venue: msg('{n, plural, one {# venue} other {# venues}}'),
  alias: msg('{n, plural, one {# alias} other {# aliases}}'),
  category: msg('{n, plural, one {# category} other {# categories}}'),
  subcategory: msg('{n, plural, one {# subcategory} other {# subcategories}}'),
  provider: msg('{n, plural, one {# provider} other {# providers}}'),
  city: msg('{n, plural, one {# city} other {# cities}}'),
}

/**
 * A coupon's scope in the reader's language. The database stores it in English, so that it can be sorted and searched:
 * `3 events, not 2 venues, travel from 2026-06-01`.
 */
export function scopeWords(scope: string): string {
  const words = scope === 'Everything' ? t('Everything') : scope.split(', ').map(partWords).join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The database writes the plural of one thing or of several. */
function singularOf(things: string): string {
  return things in counted ? things : things.replace(/ies$/, 'y').replace(/(?<=as)es$|s$/, '')
}

/** A channel and a language by their names, anything else as it is. */
function wordOf(word: string): string {
  const channel = channelLabels[word]
  if (channel !== undefined) return inSentence(t(channel))
  return /^[a-z]{2}(-[A-Z]{2})?$/.test(word) ? nameOf('language', word) : word
}

function partWords(part: string): string {
  const [, until, date] = /^travel (from|until) ([0-9-]{10})$/.exec(part) ?? []
  if (date !== undefined)
    return until === 'until'
      ? t('travel until {date}', { date: formatDate(date) })
      : t('travel from {date}', { date: formatDate(date) })
  if (part.startsWith('not ')) return t('not {what}', { what: partWords(part.slice(4)) })
  const [, n, things = ''] = /^([0-9]+) ([a-z]+)$/.exec(part) ?? []
  const text = counted[singularOf(things)]
  return n !== undefined && text !== undefined ? t(text, { n: Number(n) }) : eitherOf(part.split(' or ').map(wordOf))
}
