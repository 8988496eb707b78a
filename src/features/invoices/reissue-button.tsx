import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { IssuedDocument } from './invoice.endpoints.ts'
import type { ReissueDialogProps } from './reissue-dialog.tsx'
import classes from './invoice.module.css'

const ReissueDialog = lazy(async () => ({ default: (await import('./reissue-dialog.tsx')).ReissueDialog }))

/** What was wrong on the invoice is put right by another one. */
export function ReissueButton({ onDone, ...about }: Omit<ReissueDialogProps, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button variant={about.chargedNow === null ? 'default' : 'filled'} onClick={() => setIsOpen(true)}>
        {t('Rectify and reissue…')}
      </Button>
      {isOpen && (
        <Suspense>
          <ReissueDialog
            {...about}
            onClose={close}
            onDone={() => {
              close()
              onDone()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

interface ChargedNowProps {
  readonly amount: number
  readonly invoice: Pick<IssuedDocument, 'currency'>
}

/** A change of the order was paid after its invoice. */
export function ChargedNow({ amount, invoice: { currency } }: ChargedNowProps) {
  const total = formatMoney(amount, currency)
  return (
    <p className={classes['notice']}>
      {t('The order charges {total} now. Rectify and reissue this invoice.', { total })}
    </p>
  )
}
