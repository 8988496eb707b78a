import { NativeSelect } from '@mantine/core'
import { formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { ledgerEntries } from './ledger-entries.ts'
import { readLedgerSums } from './ledger-sums.endpoints.ts'
import { signsOfCredits } from '../purchases/ledger-signs.ts'
import classes from './ledger.module.css'

/** An entry opens its order, which says why the money moved; one of no order its customer. */
const opens = (record: AnyRecord) =>
  record['purchaseId'] === null
    ? { of: 'customers', page: 'update', id: Number(record['customerId']) }
    : { of: 'purchases', page: `view-${String(record['orderKind'])}`, id: Number(record['purchaseId']) }

// The account says what an entry is about, so it has the room that other lists give to a name.
const widths = { account: 270 }

const creditsPositive = {
  amount: ({ amount, currency }: AnyRecord) => formatMoney(0 - Number(amount), String(currency)),
}
const debitsPositive = {}

/**
 * Entries of the ledger and what they add up to. Income is a credit, so a figure such as a margin opens its entries with the signs
 * turned round: then their sum is the figure.
 */
export function LedgerListScreen() {
  const [{ signs = '', filter = '' }, change] = useRouteQuery()
  const isTurned = signs === signsOfCredits
  return (
    <ListScreen
      of={ledgerEntries}
      opens={opens}
      widths={widths}
      cells={isTurned ? creditsPositive : debitsPositive}
      actions={
        <>
          {filter !== '' && <Sum filter={filter} isTurned={isTurned} />}
          <NativeSelect
            aria-label={t('Signs')}
            value={isTurned ? signsOfCredits : ''}
            data={[
              { value: '', label: t('Debits positive') },
              { value: signsOfCredits, label: t('Credits positive') },
            ]}
            onChange={({ currentTarget: { value } }) => change({ signs: value }, { replace: true })}
          />
        </>
      }
    />
  )
}

/** What all entries that the filter finds add up to, not only those on this page of the list. */
function Sum({ filter, isTurned }: { filter: string; isTurned: boolean }) {
  const { data } = useAnswer(readLedgerSums, { query: { filter } })
  if (!data) return null
  const words = data.isMore
    ? t('Too many to total')
    : data.sums.map(({ currency, sum }) => formatMoney(isTurned ? 0 - sum : sum, currency)).join(' · ')
  return (
    <p className={classes['sum']} role="status">
      {t('Sum of these entries')} <strong>{words === '' ? '–' : words}</strong>
    </p>
  )
}
