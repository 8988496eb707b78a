import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { eitherOf, formatMoney, formatPercent } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { Precedence, Rule } from './rule-evaluation.ts'
import { ruleFields } from './rule-fields.ts'

type Named = (key: string, id: number) => string | undefined

const nobody: Named = () => undefined

/** Titles of what a record refers to, by the key of the reference and the id. */
export function titlesIn(record: Readonly<Record<string, unknown>> | null): Named {
  return (key, id) => {
    const list = record?.[key]
    const found: unknown = Array.isArray(list)
      ? (list as unknown[]).find((one) => typeof one === 'object' && one !== null && 'id' in one && one.id === id)
      : undefined
    return typeof found === 'object' && found !== null && 'title' in found ? String(found.title) : undefined
  }
}

/** Names listed in full; beyond that, only their number. */
const maxNamed = 3

function some(key: string, ids: readonly number[], titleOf: Named): string {
  const titles = ids.map((id) => titleOf(key, id))
  return ids.length <= maxNamed && titles.every((title) => title !== undefined)
    ? eitherOf(titles)
    : t('{n, plural, one {the one chosen} other {one of the # chosen}}', { n: ids.length })
}

type Conditions = Pick<
  Rule,
  | 'eventIds'
  | 'performerIds'
  | 'venueIds'
  | 'competition'
  | 'subcategoryIds'
  | 'categoryIds'
  | 'eventTypes'
  | 'providerIds'
  | 'countryIds'
  | 'currency'
  | 'priceFrom'
  | 'priceTo'
  | 'daysFrom'
  | 'daysTo'
>

/** A rule's conditions in words, the most specific first. Empty: it applies to everything. */
export function conditionWords(rule: Conditions, titleOf: Named = nobody): string[] {
  const { currency, priceFrom, priceTo, daysFrom, daysTo } = rule
  return [
    ...(rule.eventIds.length > 0 ? [t('event is {what}', { what: some('events', rule.eventIds, titleOf) })] : []),
    ...(rule.performerIds.length > 0
      ? [t('performer is {what}', { what: some('performers', rule.performerIds, titleOf) })]
      : []),
    ...(rule.venueIds.length > 0 ? [t('venue is {what}', { what: some('venues', rule.venueIds, titleOf) })] : []),
    ...(rule.competition ? [t('competition is {what}', { what: rule.competition })] : []),
    ...(rule.subcategoryIds.length > 0
      ? [t('subcategory is {what}', { what: some('subcategories', rule.subcategoryIds, titleOf) })]
      : []),
    ...(rule.categoryIds.length > 0
      ? [t('category is {what}', { what: some('categories', rule.categoryIds, titleOf) })]
      : []),
    ...(rule.eventTypes.length > 0
      ? [
          t('kind is {what}', {
            what: eitherOf(rule.eventTypes.map((type) => choiceLabelOf(ruleFields.eventTypes, type))),
          }),
        ]
      : []),
    ...(rule.providerIds.length > 0
      ? [t('provider is {what}', { what: some('providers', rule.providerIds, titleOf) })]
      : []),
    ...(rule.countryIds.length > 0
      ? [t('country is {what}', { what: some('countries', rule.countryIds, titleOf) })]
      : []),
    ...(currency ? [priceWords(currency, priceFrom, priceTo)] : []),
    ...(daysFrom !== null || daysTo !== null ? [dayWords(daysFrom, daysTo)] : []),
  ]
}

function priceWords(currency: string, from: number | null, to: number | null): string {
  const [low, high] = [formatMoney(from ?? 0, currency), formatMoney(to ?? 0, currency)]
  if (from !== null && to !== null) return t('price from {low} to {high}', { low, high })
  return from === null ? t('price up to {high}', { high }) : t('price from {low}', { low })
}

function dayWords(from: number | null, to: number | null): string {
  if (from !== null && to !== null) return t('{from} to {to} days before', { from, to })
  return from === null
    ? t('{n, plural, one {up to # day before} other {up to # days before}}', { n: to ?? 0 })
    : t('{n, plural, one {# day or more before} other {# days or more before}}', { n: from })
}

/** All of it in a line. */
export function scopeLine(rule: Conditions, titleOf: Named = nobody): string {
  return conditionWords(rule, titleOf).join(' · ') || t('Everything')
}

type Effect = Pick<
  Rule,
  | 'type'
  | 'markup'
  | 'serviceFee'
  | 'minMargin'
  | 'hiddenProviderIds'
  | 'minSeats'
  | 'leadHours'
  | 'notice'
  | 'holderNames'
  | 'maxTickets'
  | 'refundProtection'
  | 'protectionFee'
  | 'badge'
>

const signed = (basisPoints: number) =>
  basisPoints > 0 ? `+${formatPercent(basisPoints)}` : formatPercent(basisPoints)

const effects: Readonly<Record<Rule['type'], (rule: Effect, titleOf: Named) => string | null>> = {
  markup: ({ markup }) => (markup === null ? null : t('{share} on the price', { share: signed(markup) })),
  service_fee: ({ serviceFee }) =>
    serviceFee === null ? null : t('{share} fee', { share: formatPercent(serviceFee) }),
  min_margin: ({ minMargin }) =>
    minMargin === null ? null : t('at least {share} margin', { share: formatPercent(minMargin) }),
  hide_provider: ({ hiddenProviderIds: ids }, titleOf) => {
    if (ids.length === 0) return null
    const titles = ids.map((id) => titleOf('hiddenProviders', id))
    return t('hides {what}', {
      what: titles.every((title) => title !== undefined)
        ? titles.join(', ')
        : t('{n, plural, one {# provider} other {# providers}}', { n: ids.length }),
    })
  },
  min_seats: ({ minSeats }) => (minSeats === null ? null : t('{n} seats together or more', { n: minSeats })),
  delivery_lead_time: ({ leadHours }) =>
    leadHours === null
      ? null
      : t('{n, plural, one {tickets # hour before} other {tickets # hours before}}', { n: leadHours }),
  checkout_notice: ({ notice }) => (notice ? `“${notice.length > 60 ? `${notice.slice(0, 58)}…` : notice}”` : null),
  holder_names: ({ holderNames }) =>
    holderNames === null ? null : holderNames === 'lead' ? t('the buyer’s name') : t('every holder’s name'),
  max_tickets: ({ maxTickets }) =>
    maxTickets === null ? null : t('{n, plural, one {# ticket at most} other {# tickets at most}}', { n: maxTickets }),
  refund_protection: ({ refundProtection, protectionFee }) => {
    if (refundProtection === 'offered')
      return protectionFee === null ? null : t('offered for {share}', { share: formatPercent(protectionFee) })
    return refundProtection === null ? null : refundProtection === 'included' ? t('included') : t('not offered')
  },
  badge: ({ badge }) => (badge ? `“${badge}”` : null),
}

/** A rule's effect in a few words; null while its value is missing. */
export function effectWords(rule: Effect, titleOf: Named = nobody): string | null {
  return effects[rule.type](rule, titleOf)
}

/** A full sentence about a rule: its subject, its effect and its scope. */
export function ruleSentence(rule: Effect & Conditions, titleOf: Named = nobody): string {
  const type = choiceLabelOf(ruleFields.type, rule.type)
  const [effect, scope] = [effectWords(rule, titleOf) ?? '…', conditionWords(rule, titleOf).join(', ')]
  return scope === ''
    ? t('{type}: {effect}, for every event.', { type, effect })
    : t('{type}: {effect}, where {scope}.', { type, effect, scope })
}

const precedences: Readonly<Record<Precedence, string>> = {
  specificity: msg('it is less specific'),
  priority: msg('its priority is lower'),
  age: msg('it is older'),
}

/** Which rule prevails over the one that is spoken of, and why. */
export function yieldWords(name: string, by: Precedence): string {
  if (by === 'specificity') return t('{name} takes precedence: it is more specific.', { name })
  return by === 'priority'
    ? t('{name} takes precedence: it has a higher priority.', { name })
    : t('{name} takes precedence: it is newer.', { name })
}

/** Why another rule took precedence. */
export function precedenceWords(by: Precedence): string {
  return t(precedences[by])
}
