import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { countWords } from '../areas/bulk-edits/bulk-words.ts'
import { BulkMerge } from '../areas/merges/bulk-merge.tsx'
import { GroupInput } from '../areas/tags/group-input.tsx'
import { tags } from '../areas/tags/tags.ts'
import { t } from '../kit/language.ts'
import type { AnyRecord } from '../kit/screens/client.web.ts'

const BulkEditDialog = lazy(async () => ({ default: (await import('../areas/bulk-edits/bulk-edit-dialog.tsx')).BulkEditDialog }))

const begin = [{ key: 'groupName', mode: 'set', value: null }] as const
const inputs = { groupName: GroupInput }

/** What is done with many tags at once besides what every resource has: they are merged, or put under a group. */
export function TagCommands({ selected, clear }: { selected: readonly AnyRecord[]; clear: () => void }) {
  const [isGrouping, setGrouping] = useState(false)
  return (
    <>
      <BulkMerge of={tags} selected={selected} onDone={clear} />
      <Button variant="default" onClick={() => setGrouping(true)}>{t('Group…')}</Button>
      {isGrouping && (
        <Suspense>
          <BulkEditDialog
            of={tags} action="update" begin={begin} inputs={inputs} what={countWords(tags, selected.length)} target={{ ids: selected.map(({ id }) => id) }}
            onClose={() => setGrouping(false)} onDone={() => {
              setGrouping(false)
              clear()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
