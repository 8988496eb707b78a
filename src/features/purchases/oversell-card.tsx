import { formatInstant } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { Card } from './card.tsx'
import type { PurchaseDetails } from './purchase-details.ts'
import classes from './order.module.css'

const outcomes: Readonly<Record<string, { readonly label: string; readonly tone: 'good' | 'neutral' | 'warn' }>> = {
  kept: { label: msg('Keeps the places'), tone: 'good' },
  replaced: { label: msg('Tickets replaced'), tone: 'neutral' },
  refunded: { label: msg('Refunded'), tone: 'neutral' },
  dismissed: { label: msg('Not oversold'), tone: 'neutral' },
  ended: { label: msg('Order ended'), tone: 'neutral' },
}
const open = { label: msg('To resolve'), tone: 'warn' } as const

const sources: Readonly<Record<string, string>> = {
  same_seats: msg('The same seats are on several orders.'),
  seller: msg('The seller sold them to someone else as well.'),
  provider: msg('The supplier sold them to someone else as well.'),
}

/** What was sold twice, and what became of each order that wants it. The one that was confirmed first is first. */
export function OversellCard({ oversell }: { oversell: PurchaseDetails['oversell'] }) {
  if (oversell === null) return null
  const { how, places, at, foundBy, orders } = oversell
  return (
    <Card title={t('Oversell')}>
      <p>
        <b>{places}</b>
        <br />
        {t(sources[how] ?? how)}
      </p>
      <ul className={classes['movements']} aria-label={t('Orders')}>
        {orders.map(({ id, kind, reference, at: confirmed, outcome }) => {
          const state = (outcome !== null && outcomes[outcome]) || open
          return (
            <li key={id}>
              <div>
                <Reference id={id} kind={kind} reference={reference} />
                <small>{t('Confirmed {moment}', { moment: formatInstant(confirmed) })}</small>
              </div>
              <Chip tone={state.tone}>{t(state.label)}</Chip>
            </li>
          )
        })}
      </ul>
      <small>{found(at, foundBy)}</small>
    </Card>
  )
}

const found = (at: string, by: string | null) =>
  by === null
    ? t('Found {moment}', { moment: formatInstant(at) })
    : t('Reported {moment} by {name}', { moment: formatInstant(at), name: by })

function Reference({ id, kind, reference }: { id: number; kind: string; reference: string }) {
  const page = useRecordPaths()('purchases', `view-${kind}`, id)
  return page === null ? <b>{reference}</b> : <a href={page}>{reference}</a>
}
