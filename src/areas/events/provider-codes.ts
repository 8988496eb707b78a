import { rows, select, text } from '../../kit/fields.ts'
import { t } from '../../kit/language.ts'

/** Who sells us tickets. Each has an id for a performer and for a venue, and two of ours never share it. */
export const eventProviders = ['grandstand-exchange', 'palco-directo', 'northside-box-office', 'seat-harbour'] as const

/** What providers call a record, each under an id of its own. The database gives an id to one record of a kind alone. */
export function providerCodes(help: string) {
  return rows({
    provider: select(eventProviders, {
      required: true, initial: 'grandstand-exchange', labels: {
        'grandstand-exchange': 'Grandstand Exchange', 'palco-directo': 'Palco Directo', 'northside-box-office': 'Northside Box Office', 'seat-harbour': 'Seat Harbour',
      },
    }),
    code: text({ required: true, max: 64, label: 'Provider’s id' }),
  }, { max: 40, label: 'Provider ids', help })
}

/** Each of them stands there once. `given`: a key of its own and what it reads as. */
export function* namedOnce<F extends string>(field: F, given: readonly (readonly [string, string])[]) {
  const seen = new Set<string>()
  for (const [key, code] of given) {
    if (seen.has(key)) yield { field, message: t('{code} stands there twice: name each id once.', { code }) }
    seen.add(key)
  }
}

export function providerCodesOnce({ providerCodes: codes }: { readonly providerCodes: readonly { readonly provider: string; readonly code: string }[] }) {
  return namedOnce('providerCodes', codes.map(({ provider, code }) => [`${provider} ${code}`, code]))
}
