import { formatInstant, formatMoney, formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { AnswerPanel } from '../../../ui/resource/answer-panel.tsx'
import { Chip } from '../../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import type { Offer } from './performance.endpoints.ts'
import { readOffers } from './performance.endpoints.ts'
import classes from '../schedule/schedule.module.css'

/** Beyond this age an offer counts as stale; the list marks such performances too. */
const staleAfterMs = 86_400_000

/** Below a performance: each provider's offers, the lowest price, and how fresh they are. */
export function OffersPanel({ performance }: { performance: AnyRecord }) {
  const answer = useAnswer(readOffers, {
    params: { id: performance.id },
    query: { version: performance.version },
    staleTime: 0,
  })
  return (
    <AnswerPanel title={t('Listings by provider')} answer={answer} className={classes['panel']}>
      {({ offers }) =>
        offers.length === 0 ? (
          <p>{t('No provider offers it yet.')}</p>
        ) : (
          <div
            className={classes['scroll']}
            role="region"
            tabIndex={0}
            aria-label={t('Listings by provider, scrolls sideways')}
          >
            <table className={classes['table']}>
              <thead>
                <tr>
                  <th scope="col">{t('Provider')}</th>
                  <th scope="col" data-numeric="true">
                    {t('Open listings')}
                  </th>
                  <th scope="col" data-numeric="true">
                    {t('Tickets')}
                  </th>
                  <th scope="col" data-numeric="true">
                    {t('From')}
                  </th>
                  <th scope="col">{t('Updated')}</th>
                  <th scope="col">{t('Its id')}</th>
                </tr>
              </thead>
              <tbody>
                {offers.map((offer) => (
                  <Row
                    key={`${offer.providerId} ${offer.currency ?? ''}`}
                    offer={offer}
                    isPast={performance['isPast'] === true}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </AnswerPanel>
  )
}

function Row({
  offer: { provider, listings, tickets, currency, fromPrice, freshAt, code },
  isPast,
}: {
  offer: Offer
  isPast: boolean
}) {
  const isStale = !isPast && freshAt !== null && Date.now() - Date.parse(freshAt) > staleAfterMs
  return (
    <tr>
      <th scope="row">{provider}</th>
      <td data-numeric="true">{formatNumber(listings)}</td>
      <td data-numeric="true">{formatNumber(tickets)}</td>
      <td data-numeric="true">{fromPrice === null || currency === null ? '–' : formatMoney(fromPrice, currency)}</td>
      <td>
        {freshAt === null ? (
          '–'
        ) : (
          <>
            {formatInstant(freshAt)} {isStale && <Chip tone="warn">{t('stale')}</Chip>}
          </>
        )}
      </td>
      <td>{code ?? '–'}</td>
    </tr>
  )
}
