import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { countWords } from '../areas/bulk-edits/bulk-words.ts'
import { locales } from '../areas/languages/locales.ts'
import { t } from '../kit/language.ts'
import type { AnyRecord } from '../kit/screens/client.web.ts'

const BulkEditDialog = lazy(async () => ({ default: (await import('../areas/bulk-edits/bulk-edit-dialog.tsx')).BulkEditDialog }))

const begin = [{ key: 'fallbackId', mode: 'set', value: null }] as const

/** Lets the selected languages fall back to another one. A chain that would never end is told of each in the preview, and left as it is. */
export function FallbackCommand({ selected, clear }: { selected: readonly AnyRecord[]; clear: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>{t('Set fallback…')}</Button>
      {isOpen && (
        <Suspense>
          <BulkEditDialog
            of={locales} action="update" begin={begin} what={countWords(locales, selected.length)} target={{ ids: selected.map(({ id }) => id) }}
            onClose={() => setOpen(false)} onDone={() => {
              setOpen(false)
              clear()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
