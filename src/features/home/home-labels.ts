import { exponentOf, format, formatNumber } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'

/** The panels of the home page in their usual order. */
export const homePanels = ['chart', 'since', 'queues', 'sales', 'waiting', 'coming'] as const
export type HomePanel = (typeof homePanels)[number]

export const panelLabels: Record<HomePanel, string> = {
  chart: msg('Sales, 30 days'),
  since: msg('Since you last signed in'),
  queues: msg('Queues by due'),
  sales: msg('Sales today by currency'),
  waiting: msg('Open tasks'),
  coming: msg('Coming up'),
}

/** What the news is of: until there has been a session before this one, the last week. */
export const newsTitle = (isFirstSession: boolean) => (isFirstSession ? t('In the last 7 days') : t(panelLabels.since))

/** `Good morning, Ingrid` by the clock of the reader. `hour` from 0 to 23. */
export function greeting(hour: number, name: string): string {
  if (hour < 5) return t('Hello, {name}', { name })
  if (hour < 12) return t('Good morning, {name}', { name })
  if (hour < 18) return t('Good afternoon, {name}', { name })
  return t('Good evening, {name}', { name })
}

/** `€3,845`: an amount without its cents, for a key figure. `amount` in minor units. */
export function wholeAmount(amount: number, currency: string): string {
  return format(
    `whole ${currency}`,
    (spoken) => new Intl.NumberFormat(spoken, { style: 'currency', currency, maximumFractionDigits: 0 }),
  ).format(amount / 10 ** exponentOf(currency))
}

/** `€12K` for the scale of a chart. `amount` in minor units. */
export function shortAmount(amount: number, currency: string): string {
  return format(
    `short ${currency}`,
    (spoken) =>
      new Intl.NumberFormat(spoken, {
        style: 'currency',
        currency,
        notation: 'compact',
        minimumFractionDigits: 0,
        maximumFractionDigits: 1,
      }),
  ).format(amount / 10 ** exponentOf(currency))
}

/** How a number moved: `12%` up from 50 to 56; null where there was nothing to compare with. */
export function changeOf(now: number, before: number): { readonly isUp: boolean; readonly basisPoints: number } | null {
  if (before <= 0 || now === before) return null
  return { isUp: now > before, basisPoints: Math.round((Math.abs(now - before) / before) * 100) * 100 }
}

export function orderCount(count: number): string {
  return t('{count, plural, one {1 order} other {{number} orders}}', { count, number: formatNumber(count) })
}
