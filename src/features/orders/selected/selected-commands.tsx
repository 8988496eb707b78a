import { IconBuildingStore, IconCircleX, IconDownload } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useMay, useSession } from '../../../core/browser/session.web.ts'
import { t } from '../../../core/i18n/language.ts'
import { lazyScreen } from '../../../ui/lazy-screen.tsx'
import { CommandButton } from '../../../ui/resource/command.tsx'
import { RecordCommands } from '../../../ui/resource/record-commands.tsx'
import type { CommandProps } from '../../../ui/resource/screen-parts.web.ts'
import { exportShortcut, useShortcut } from '../../../ui/shortcuts.web.ts'

const AskSuppliersDialog = lazyScreen(async () => (await import('./ask-suppliers-dialog.tsx')).AskSuppliersDialog)
const CancelOrdersDialog = lazyScreen(async () => (await import('./cancel-orders-dialog.tsx')).CancelOrdersDialog)
const ExportSelectedDialog = lazyScreen(async () => (await import('./export-selected.tsx')).ExportSelectedDialog)
const ResendOrdersDialog = lazyScreen(async () => (await import('./resend-orders-dialog.tsx')).ResendOrdersDialog)
const dialogs = {
  resend: ResendOrdersDialog,
  ask: AskSuppliersDialog,
  cancel: CancelOrdersDialog,
  export: ExportSelectedDialog,
}

/** What else can be done with the selected orders. What is done most has a button; the rest is in a menu. */
export function SelectedCommands(props: CommandProps) {
  const may = useMay()
  const session = useSession()
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  const mayWrite = may('write', 'purchases')
  // As on the list: a person who views the console as a role exports nothing.
  const mayExport = !session?.viewingAs && may('export', 'purchases')
  useShortcut(exportShortcut, () => setOpen('export'), mayExport)
  const Dialog = open === null ? null : dialogs[open]
  return (
    <>
      <RecordCommands inPortal>
        {mayWrite && (
          <CommandButton label={t('Resend messages…')} place="beside" opensDialog run={() => setOpen('resend')} />
        )}
        {mayWrite && (
          <CommandButton label={t('Ask suppliers')} icon={IconBuildingStore} opensDialog run={() => setOpen('ask')} />
        )}
        {mayExport && (
          <CommandButton
            label={t('Export selected')}
            icon={IconDownload}
            shortcut={exportShortcut.keys}
            opensDialog
            {...(!mayWrite && { place: 'beside' })}
            run={() => setOpen('export')}
          />
        )}
        {mayWrite && (
          <CommandButton
            label={t('Cancel orders…')}
            icon={IconCircleX}
            place="last"
            opensDialog
            run={() => setOpen('cancel')}
          />
        )}
      </RecordCommands>
      {Dialog && (
        <Suspense>
          <Dialog {...props} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}
