import { Button } from '@mantine/core'
import { formatMoney, nameOf, timeAgo } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { evenIfBlank } from '../../ui/resource/list-cells.tsx'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { invoices, sendingLabels } from './invoices.ts'

// Amounts have room for seven digits and a currency without a sign of its own.
const widths = { number: 150, issuedOn: 128, recipientName: 132, subject: 260, net: 132, gross: 130 }

const questions = [
  { label: msg('Invoices'), filter: { kind: ['invoice', 'simplified'] } },
  { label: msg('Rectifying documents'), filter: { kind: ['rectifying', 'correction'] } },
  { label: msg('Not sent'), filter: { sentAt: { empty: true } } },
] as const

const cells = {
  recipientCountry: (record: AnyRecord) => nameOf('region', String(record['recipientCountry'])),
  tax: (record: AnyRecord) =>
    t('{amount} tax', { amount: formatMoney(Number(record['tax']), String(record['currency'])) }),
  sentAt: evenIfBlank(({ sentAt, sending }) =>
    typeof sentAt === 'string' ? t('Sent {when}', { when: timeAgo(sentAt) }) : unsentWord(sending),
  ),
}

/** Of a document that has not left: why not, as far as anyone tried. */
const unsentWord = (sending: unknown) =>
  typeof sending === 'string' && Object.hasOwn(sendingLabels, sending)
    ? t(sendingLabels[sending as keyof typeof sendingLabels])
    : t('Not sent')

/** All issued documents, the newest first. */
export function InvoiceListScreen() {
  return (
    <ListScreen of={invoices} questions={questions} cells={cells} widths={widths} opens="view" actions={<Books />} />
  )
}

function Books() {
  const paths = useRecordPaths()
  const [health, taxes] = [paths('invoices', 'health'), paths('invoices', 'taxes')]
  return (
    <>
      {taxes && (
        <Button component="a" href={taxes} variant="default">
          {t('VAT totals')}
        </Button>
      )}
      {health && (
        <Button component="a" href={health} variant="default">
          {t('Series health')}
        </Button>
      )}
    </>
  )
}
