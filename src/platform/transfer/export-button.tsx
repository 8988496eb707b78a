import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { ShownList } from '../../ui/resource/list-tool.web.ts'
import { useMay, useSession } from '../../core/browser/session.web.ts'
import { exportShortcut, useShortcut } from '../../ui/shortcuts.web.ts'

// Most people who look at a list do not export it.
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }))

/** Offers a list as a file to users who can export it. */
export function ExportButton(list: ShownList) {
  const may = useMay()
  const session = useSession()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  // A user who views the console as a role can't export anything.
  const mayExport = !session?.viewingAs && may('export', list.of.access.object)
  useShortcut(exportShortcut, () => setOpen(true), mayExport && list.total !== null)
  if (!mayExport) return null
  return (
    <>
      <Button
        ref={button}
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden />}
        aria-haspopup="dialog"
        disabled={list.total === null}
        onClick={() => setOpen(true)}
      >
        {t('Export')}
      </Button>
      {isOpen && (
        <Suspense>
          <ExportDialog
            {...list}
            onClose={() => {
              setOpen(false)
              setTimeout(() => button.current?.focus({ preventScroll: true }))
            }}
          />
        </Suspense>
      )}
    </>
  )
}
