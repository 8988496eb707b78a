import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { countWords } from '../../platform/bulk/bulk-labels.ts'
import { locales } from './locales.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'

const BulkEditDialog = lazy(async () => ({
  default: (await import('../../platform/bulk/bulk-edit-dialog.tsx')).BulkEditDialog,
}))

const begin = [{ key: 'fallbackId', mode: 'set', value: null }] as const

/**
 * Sets the fallback of the selected languages. The preview lists each one that would make a circular chain, and skips
 * it.
 */
export function FallbackCommand({ selected, clear }: { selected: readonly AnyRecord[]; clear: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {t('Set fallback…')}
      </Button>
      {isOpen && (
        <Suspense>
          <BulkEditDialog
            of={locales}
            action="update"
            begin={begin}
            what={countWords(locales, selected.length)}
            target={{ ids: selected.map(({ id }) => id) }}
            onClose={() => setOpen(false)}
            onDone={() => {
              setOpen(false)
              clear()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
