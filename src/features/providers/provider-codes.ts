import { rows, select, text } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'

/** Ticket providers. Each has an id for a performer and for a venue, and two of ours never share one. */
export const eventProviders = [
  'grandstand-exchange',
  'palco-directo',
  'northside-box-office',
  'seat-harbour',
  'ticket-evolution',
  'xs2event',
] as const

/** A record's ids at providers, each different. The database allows an id for only one record of a kind. */
export function providerCodes(help: string) {
  return rows(
    {
      provider: select(eventProviders, {
        required: true,
        initial: 'grandstand-exchange',
        labels: {
          'grandstand-exchange': 'Grandstand Exchange',
          'palco-directo': 'Palco Directo',
          'northside-box-office': 'Northside Box Office',
          'seat-harbour': 'Seat Harbour',
          'ticket-evolution': 'Ticket Evolution',
          'xs2event': 'XS2Event',
        },
      }),
      code: text({ required: true, max: 64, label: 'Provider’s id' }),
    },
    { max: 40, label: 'Provider ids', help },
  )
}

/** Lists each of them once. `given`: pairs of a key and its label. */
export function* namedOnce<F extends string>(field: F, given: readonly (readonly [string, string])[]) {
  const seen = new Set<string>()
  for (const [key, code] of given) {
    if (seen.has(key)) yield { field, message: t('{code} is listed twice: list each id once.', { code }) }
    seen.add(key)
  }
}

export function providerCodesOnce({
  providerCodes: codes,
}: {
  readonly providerCodes: readonly { readonly provider: string; readonly code: string }[]
}) {
  return namedOnce(
    'providerCodes',
    codes.map(({ provider, code }) => [`${provider} ${code}`, code]),
  )
}
