import { IconClockPause, IconTag, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { CommandButton } from '../../ui/resource/command.tsx'
import type { CommandProps } from '../../ui/resource/screen-parts.web.ts'
import { lazyScreen } from '../../ui/lazy-screen.tsx'
import { Suspense } from 'react'

const AssignDialog = lazyScreen(async () => (await import('./assign-dialog.tsx')).AssignDialog)
const SnoozeDialog = lazyScreen(async () => (await import('./snooze-dialog.tsx')).SnoozeDialog)
const TagDialog = lazyScreen(async () => (await import('./tag-dialog.tsx')).TagDialog)
const dialogs = { assign: AssignDialog, snooze: SnoozeDialog, tag: TagDialog }

/** Assigns, snoozes and tags one record or those selected in a list. */
export function WorkCommands(props: CommandProps) {
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  const Dialog = open === null ? null : dialogs[open]
  return (
    <>
      <CommandButton label={t('Assign')} icon={IconUserPlus} opensDialog run={() => setOpen('assign')} />
      <CommandButton label={t('Snooze')} icon={IconClockPause} opensDialog run={() => setOpen('snooze')} />
      <CommandButton label={t('Tag')} icon={IconTag} opensDialog run={() => setOpen('tag')} />
      {Dialog && (
        <Suspense>
          <Dialog {...props} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}
