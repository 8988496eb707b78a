import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Radio, Textarea } from '@mantine/core'
import { formatMoney } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { Failure, PanelSkeleton } from '../../../ui/resource/states.tsx'
import { likenessLabels } from '../replacement/replacement-labels.ts'
import type { Replacement } from '../replacement/replacement.endpoints.ts'
import { readReplacements } from '../replacement/replacement.endpoints.ts'
import type { Drafts } from './command-drafts.ts'
import type { FormProps } from './command-form.ts'
import classes from './commands.module.css'

/** Other listings of the performance, the most alike first, with what each costs us. */
export function ReplacementForm({ purchaseId, draft, problems, onChange }: FormProps<Drafts['substitute-listing']>) {
  const { data, error, refetch } = useAnswer(readReplacements, { params: { id: purchaseId } })
  if (error) return <Failure error={error} onRetry={() => void refetch()} what={t('Other tickets')} />
  if (!data) return <PanelSkeleton />
  const to = data.listings.find(({ listingId }) => listingId === draft.listingId)
  const asksConsent = to?.likeness === 'worse' || to?.likeness === 'unknown'
  return (
    <>
      <p className={classes['quiet']}>
        {t('Now {place}, for {cost}. Margin {margin}.', {
          place: placeOf(data.section, data.row),
          cost: formatMoney(data.cost, data.currency),
          margin: formatMoney(data.margin, data.currency),
        })}
      </p>
      {data.listings.length === 0 ? (
        <p>{t('No other listing of this performance is on sale with enough tickets in this currency.')}</p>
      ) : (
        <Radio.Group
          label={t('Other tickets')}
          error={problems['listingId']}
          value={String(draft.listingId)}
          onChange={(value) => onChange({ listingId: Number(value), consent: null })}
        >
          <div className={classes['replacements']}>
            {data.listings.map((one) => (
              <Radio
                key={one.listingId}
                value={String(one.listingId)}
                label={[placeOf(one.section, one.row), one.seller].join(' · ')}
                description={factsOf(one, data.currency, data.margin)}
              />
            ))}
          </div>
        </Radio.Group>
      )}
      {asksConsent && (
        <Textarea
          label={t('How the customer agreed')}
          description={t('For the timeline and the audit log')}
          rows={2}
          withAsterisk
          aria-required
          value={draft.consent ?? ''}
          error={problems['consent']}
          onChange={(event) => onChange({ ...draft, consent: event.currentTarget.value || null })}
        />
      )}
    </>
  )
}

const placeOf = (section: string | null, row: string | null) =>
  [section ?? t('no section'), row === null ? '' : t('row {row}', { row })].filter(Boolean).join(' · ')

function factsOf(one: Replacement, currency: string, before: number): string {
  const money = (amount: number) => formatMoney(amount, currency)
  return [
    t(likenessLabels[one.likeness]),
    one.distance !== null && one.distance > 0 && t('{n}% of the map away', { n: one.distance }),
    one.rows !== null && one.rows !== 0 && rowsIn(one.rows),
    one.notes,
    t('{n} left', { n: one.available }),
    t('cost {cost}, sells at {price}', { cost: money(one.cost), price: money(one.price) }),
    t('margin {before} → {after}', { before: money(before), after: money(one.margin) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

const rowsIn = (rows: number) =>
  rows < 0
    ? t('{n, plural, one {# row nearer} other {# rows nearer}}', { n: -rows })
    : t('{n, plural, one {# row farther} other {# rows farther}}', { n: rows })
