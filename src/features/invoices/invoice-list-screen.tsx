import { Button } from '@mantine/core'
import { nameOf, timeAgo } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { invoices } from './invoices.ts'

const widths = { number: 150, issuedOn: 104, recipientName: 128, subject: 122, net: 124, tax: 112, gross: 130 }

const cells = {
  recipientCountry: (record: AnyRecord) => nameOf('region', String(record['recipientCountry'])),
  sentAt: ({ sentAt }: AnyRecord) => (typeof sentAt === 'string' ? t('Sent {when}', { when: timeAgo(sentAt) }) : null),
}

/** All issued documents, the newest first. */
export function InvoiceListScreen() {
  return <ListScreen of={invoices} cells={cells} widths={widths} opens="view" actions={<Books />} />
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
