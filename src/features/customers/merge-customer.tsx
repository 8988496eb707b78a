import { IconArrowMerge } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../core/browser/session.web.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { CommandButton } from '../../ui/resource/command.tsx'
import { confirmFreshSignIn } from '../../ui/resource/fresh-sign-in.web.ts'

const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }))

/** Merges another record of the same person, chosen by hand, into this one. */
export function MergeCustomer({ record }: { record: AnyRecord }) {
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const isOffered = may('write', 'users') && (record['status'] === 'active' || record['status'] === 'blocked')
  if (!isOffered) return null
  const open = async () => {
    if (await confirmFreshSignIn(t('merge customers'))) setOpen(true)
  }
  return (
    <>
      <CommandButton label={t('Merge…')} icon={IconArrowMerge} opensDialog run={() => void open()} />
      {isOpen && (
        <Suspense>
          <MergeDialog id={record.id} from={null} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
