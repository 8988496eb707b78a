import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { countWords } from '../../platform/bulk/bulk-labels.ts'
import { GroupInput } from './group-input.tsx'
import { tags } from './tags.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'

const BulkEditDialog = lazy(async () => ({
  default: (await import('../../platform/bulk/bulk-edit-dialog.tsx')).BulkEditDialog,
}))

const begin = [{ key: 'groupName', mode: 'set', value: null }] as const
const inputs = { groupName: GroupInput }

/** A bulk command for tags, besides those of every resource: moves them to a group. */
export function TagCommands({ selected, clear }: { selected: readonly AnyRecord[]; clear: () => void }) {
  const [isGrouping, setGrouping] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setGrouping(true)}>
        {t('Group…')}
      </Button>
      {isGrouping && (
        <Suspense>
          <BulkEditDialog
            of={tags}
            action="update"
            begin={begin}
            inputs={inputs}
            what={countWords(tags, selected.length)}
            target={{ ids: selected.map(({ id }) => id) }}
            onClose={() => setGrouping(false)}
            onDone={() => {
              setGrouping(false)
              clear()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
