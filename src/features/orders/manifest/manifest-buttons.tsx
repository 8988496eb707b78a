import { IconClipboardList } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../../../core/browser/session.web.ts'
import { t } from '../../../core/i18n/language.ts'
import { CommandButton } from '../../../ui/resource/command.tsx'
import type { CommandProps } from '../../../ui/resource/screen-parts.web.ts'

const ManifestDialog = lazy(async () => ({ default: (await import('./manifest-dialog.tsx')).ManifestDialog }))

/** Who comes to the performance, as a file. */
export function ManifestOfPerformance({ records: [record] }: CommandProps) {
  return record ? <Manifest subject={{ performanceId: record.id }} /> : null
}

/** Who comes to the product on a day, as a file. */
export function ManifestOfProduct({ records: [record] }: CommandProps) {
  return record ? <Manifest subject={{ productId: record.id }} /> : null
}

function Manifest({ subject }: { subject: Parameters<typeof ManifestDialog>[0]['subject'] }) {
  const [isOpen, setOpen] = useState(false)
  // A user who views the console as a role can't export anything.
  if (useSession()?.viewingAs) return null
  return (
    <>
      <CommandButton label={t('Order manifest…')} icon={IconClipboardList} opensDialog run={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <ManifestDialog subject={subject} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
