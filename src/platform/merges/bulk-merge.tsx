import { Button } from '@mantine/core'
import { IconGitMerge } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import type { CommandProps } from '../../ui/resource/screen-parts.web.ts'

const BulkMergeDialog = lazy(async () => ({ default: (await import('./bulk-merge-dialog.tsx')).BulkMergeDialog }))

/** More than these are no spellings of one. */
const maxMerged = 10

/** Merges the rows that are selected into one of them. */
export function BulkMerge({ of: resource, records: selected, onDone }: CommandProps) {
  const [rows, setRows] = useState<readonly AnyRecord[] | null>(null)
  const isFit = selected.length >= 2 && selected.length <= maxMerged
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconGitMerge size={15} aria-hidden />}
        disabled={!isFit}
        title={isFit ? undefined : t('Select two to {most} rows to merge them', { most: maxMerged })}
        onClick={() => setRows(selected)}
      >
        {t('Merge')}
      </Button>
      {rows && (
        <Suspense>
          <BulkMergeDialog of={resource} rows={rows} onClose={() => setRows(null)} onDone={() => onDone?.()} />
        </Suspense>
      )}
    </>
  )
}
