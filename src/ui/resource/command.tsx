import type { ReactNode } from 'react'
import { createContext, useContext, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

export interface CommandButtonProps {
  readonly label: string
  readonly icon?: Icon | undefined
  /**
   * Where a record's page has it. `primary`: the one button that leads there. `beside`: a button where nothing leads.
   * `last`: at the end of the menu, apart, for what destroys or ends something. Without it, in the menu.
   */
  readonly place?: 'primary' | 'beside' | 'last' | undefined
  /** It was started and has not ended yet. */
  readonly isBusy?: boolean | undefined
  /** Why it isn't possible right now: it is shown, and cannot be chosen. */
  readonly disabledReason?: string | undefined
  /** The key that does the same. */
  readonly shortcut?: string | undefined
  readonly opensDialog?: boolean | undefined
  /** The page that it leads to; `run` is not asked then. */
  readonly href?: string | undefined
  run?(): void
}

/** A command as the frame of a record shows it. */
export interface CollectedCommand extends Omit<CommandButtonProps, 'run'> {
  readonly id: string
  /** Where it is among the others: commands that load later keep their place. */
  readonly mark: HTMLElement
  run(): void
}

export interface CommandCollector {
  put(command: CollectedCommand): void
  remove(id: string): void
}

/** Given by the frame of a record, which shows its commands in one place. Elsewhere each is a button of its own. */
export const CommandCollectorContext = createContext<CommandCollector | null>(null)

/** Something that can be done with a record, or with those selected in a list. */
export function CommandButton(props: CommandButtonProps) {
  const collector = useContext(CommandCollectorContext)
  return collector ? <Collected {...props} collector={collector} /> : <Own {...props} />
}

/** In a bar over a list words are enough. */
function Own({ label, isBusy = false, disabledReason, shortcut, opensDialog, href, run }: CommandButtonProps) {
  const shared = {
    variant: 'default',
    title: disabledReason ?? shortcut,
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
      disabled={isBusy || disabledReason !== undefined}
      {...(opensDialog && { 'aria-haspopup': 'dialog' as const })}
      onClick={() => run?.()}
    >
      {label}
    </Button>
  )
}

/** Nothing to see: the frame shows it. What the command opens stays where the command is written. */
function Collected({ collector, run, ...shown }: CommandButtonProps & { collector: CommandCollector }): ReactNode {
  const id = useId()
  const mark = useRef<HTMLSpanElement>(null)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const { label, icon, place, isBusy, disabledReason, shortcut, opensDialog, href } = shown
  useLayoutEffect(() => {
    if (mark.current)
      collector.put({
        id,
        label,
        icon,
        place,
        isBusy,
        disabledReason,
        shortcut,
        opensDialog,
        href,
        mark: mark.current,
        run: () => latest.current?.(),
      })
  }, [collector, id, label, icon, place, isBusy, disabledReason, shortcut, opensDialog, href])
  useLayoutEffect(() => () => collector.remove(id), [collector, id])
  return <span ref={mark} hidden />
}
