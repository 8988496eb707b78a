import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import { Menu } from '@mantine/core'
import { t } from '../../core/i18n/language.ts'
import { ButtonOf, useOpenedLater } from '../pop-out.tsx'
import type { PopOutState } from '../pop-out.web.ts'
import type { CollectedCommand } from './command.tsx'
import classes from './command-menu.module.css'

interface CommandMenuProps extends PopOutState {
  commands: readonly CollectedCommand[]
  /** Drawn at the end of the page, since what the button is in would cut the menu off. */
  inPortal?: boolean
}

/** The commands of a record that have no button of their own; those that destroy something last, and apart. */
export function CommandMenu({ commands, inPortal = false, button, id, isOpen, onChange }: CommandMenuProps) {
  const opened = useOpenedLater(isOpen)
  const ordinary = commands.filter(({ place }) => place !== 'last')
  const last = commands.filter(({ place }) => place === 'last')
  // What a command opens gives the focus back to where it was: not to an item of a menu that has closed.
  const run = (command: CollectedCommand) =>
    setTimeout(() => {
      button.current?.focus({ preventScroll: true })
      command.run()
    })
  const items = (some: readonly CollectedCommand[]) =>
    some.map((command) => <Item key={command.id} command={command} onRun={() => run(command)} />)
  return (
    <Menu
      position="bottom-end"
      withinPortal={inPortal}
      id={id}
      width={240}
      opened={opened}
      onChange={onChange}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <ButtonOf button={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {items(ordinary)}
        {ordinary.length > 0 && last.length > 0 && <Menu.Divider />}
        {items(last)}
      </Menu.Dropdown>
    </Menu>
  )
}

/** What cannot be chosen can still be reached by the keyboard, since it says why. */
function Item({ command, onRun }: { command: CollectedCommand; onRun: () => void }) {
  const { label, icon: Picture, place, isBusy, shortcut, opensDialog, href } = command
  const reason = command.disabledReason ?? (isBusy ? t('In progress') : undefined)
  const shared = {
    className: classes['item'] ?? '',
    leftSection: Picture ? <Picture size={16} aria-hidden /> : <span className={classes['noPicture']} />,
    'data-last': place === 'last',
    ...(shortcut !== undefined && {
      'rightSection': <kbd aria-hidden>{shortcut.toUpperCase()}</kbd>,
      'aria-keyshortcuts': shortcut,
    }),
  }
  if (href !== undefined)
    return (
      <Menu.Item component="a" href={href} {...shared}>
        {label}
      </Menu.Item>
    )
  if (reason !== undefined)
    return (
      <Menu.Item {...shared} aria-disabled closeMenuOnClick={false}>
        {label}
        <small className={classes['reason']}>{reason}</small>
      </Menu.Item>
    )
  return (
    <Menu.Item {...shared} {...(opensDialog && { 'aria-haspopup': 'dialog' as const })} onClick={onRun}>
      {label}
    </Menu.Item>
  )
}
