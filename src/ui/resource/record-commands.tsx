import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon, Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Suspense } from 'react'
import { t } from '../../core/i18n/language.ts'
import { lazyScreen } from '../lazy-screen.tsx'
import { usePopOut } from '../pop-out.web.ts'
import { useCollectedCommands } from './collected-commands.web.ts'
import type { CollectedCommand } from './command.tsx'
import { CommandCollectorContext } from './command.tsx'

const CommandMenu = lazyScreen(async () => (await import('./command-menu.tsx')).CommandMenu)

/**
 * Everything that can be done with a record: at most one button that leads, and a menu with the rest. The commands are
 * its children, wherever they come from. `inPortal`: what they are in clips what opens beside them.
 */
export function RecordCommands({
  isDirty = false,
  inPortal = false,
  children,
}: {
  isDirty?: boolean
  inPortal?: boolean
  children: ReactNode
}) {
  const [commands, collector] = useCollectedCommands()
  const lead = commands.find(({ place }) => place === 'primary') ?? commands.find(({ place }) => place === 'beside')
  const rest = commands.filter((command) => command !== lead)
  return (
    <CommandCollectorContext.Provider value={collector}>
      {children}
      {lead && <Lead command={lead} isDirty={isDirty} />}
      {rest.length > 0 && <MoreActions commands={rest} inPortal={inPortal} />}
    </CommandCollectorContext.Provider>
  )
}

/** Once something in the form has changed, it is saving that leads. */
function Lead({ command, isDirty }: { command: CollectedCommand; isDirty: boolean }) {
  const { label, icon: Picture, place, isBusy = false, disabledReason, shortcut, opensDialog, href } = command
  const shared = {
    variant: place === 'primary' && !isDirty ? 'filled' : 'default',
    title: disabledReason ?? shortcut,
    ...(Picture && { leftSection: <Picture size={15} aria-hidden /> }),
  }
  if (href !== undefined)
    return (
      <Button component="a" href={href} {...shared}>
        {label}
      </Button>
    )
  return (
    <Button
      {...shared}
      loading={isBusy}
      disabled={disabledReason !== undefined}
      {...(opensDialog && { 'aria-haspopup': 'dialog' as const })}
      onClick={command.run}
    >
      {label}
    </Button>
  )
}

function MoreActions({ commands, inPortal }: { commands: readonly CollectedCommand[]; inPortal: boolean }) {
  const { target, wasOpened, ...state } = usePopOut(CommandMenu, 'menu')
  return (
    <>
      <ActionIcon variant="default" aria-label={t('More actions')} {...target}>
        <IconDots size={16} aria-hidden />
      </ActionIcon>
      {wasOpened && (
        <Suspense>
          <CommandMenu {...state} commands={commands} inPortal={inPortal} />
        </Suspense>
      )}
    </>
  )
}
