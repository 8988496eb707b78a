import { IconCopy, IconDots, IconExternalLink, IconLayoutSidebarRight, IconLink } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { t } from '../../core/i18n/language.ts'
import { copyText } from '../copy-text.web.ts'
import type { AnyRecord } from './client.web.ts'
import { useCollectedCommands } from './collected-commands.web.ts'
import type { CollectedCommand } from './command.tsx'
import { CommandButton, CommandCollectorContext } from './command.tsx'
import { CommandMenu } from './command-menu.tsx'
import classes from './row-actions.module.css'
import type { RowCommandsProps } from './row-places.web.ts'
import { useRowPlaces } from './row-places.web.ts'
import { useScreenParts } from './screen-parts.web.ts'

const nothingToClear = () => {}

/** The commands of one row, at its end: beside the pointer, or by key on the row that has the focus. */
export function RowActions(props: RowCommandsProps) {
  const { of: resource, rows, within, commands: commandsOf } = props
  const places = useRowPlaces(within)
  const [commands, collector] = useCollectedCommands()
  const { Commands } = useScreenParts()
  const { shown, menu } = places
  const ofMenu = menu === null ? undefined : rows.find(({ id }) => id === menu.id)
  const row = shown === null ? undefined : rows.find(({ id }) => id === shown.id)
  return (
    <>
      <CommandCollectorContext.Provider value={collector}>
        {ofMenu && <OwnCommands key={ofMenu.id} {...props} row={ofMenu} />}
        {ofMenu && (
          // What is no command, such as a button of its own, has no place in a menu.
          <div hidden key={`more-${ofMenu.id}`}>
            {commandsOf?.([ofMenu], nothingToClear)}
            <Commands of={resource} records={[ofMenu]} at="selection" />
          </div>
        )}
      </CommandCollectorContext.Provider>
      {row && <RowBar of={resource} {...{ row, places, commands }} />}
    </>
  )
}

interface RowBarProps extends Pick<RowCommandsProps, 'of'> {
  row: AnyRecord
  places: ReturnType<typeof useRowPlaces>
  commands: readonly CollectedCommand[]
}

function RowBar({ of: resource, row, places, commands }: RowBarProps) {
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const { shown, menu } = places
  return (
    <div
      className={classes['bar']}
      role="group"
      aria-label={t('Actions of {title}', { title: titleOf(resource.title, row) })}
      style={{
        insetBlockStart: shown?.middle,
        ...(shown !== null && shown.aside > 0 && { insetInlineEnd: shown.aside }),
      }}
      onKeyDown={(event) => {
        if (menu?.isOpen || !['Escape', 'ArrowUp', 'ArrowDown'].includes(event.key)) return
        event.preventDefault()
        places.leave()
      }}
    >
      <button
        ref={button}
        id={id}
        type="button"
        className={classes['button']}
        tabIndex={-1}
        aria-label={t('Row actions')}
        title={t('Row actions (.)')}
        aria-haspopup="menu"
        aria-expanded={menu?.isOpen === true}
        onClick={() => places.open(row.id)}
      >
        <IconDots size={16} aria-hidden />
      </button>
      {menu?.id === row.id && (
        <CommandMenu {...{ button, id, commands }} isOpen={menu.isOpen} onChange={places.setOpen} />
      )}
    </div>
  )
}

function titleOf(title: string, row: AnyRecord): string {
  return String(row[title] ?? row.id)
}

/** What can be done with every row. */
function OwnCommands({
  of: resource,
  row,
  href,
  onPeek,
}: Pick<RowCommandsProps, 'of' | 'href' | 'onPeek'> & { row: AnyRecord }) {
  const address = href(row)
  const title = titleOf(resource.title, row)
  return (
    <>
      {onPeek && <CommandButton label={t('Peek')} icon={IconLayoutSidebarRight} run={() => onPeek(row)} />}
      {address !== null && (
        <CommandButton
          label={t('Open in new tab')}
          icon={IconExternalLink}
          run={() => window.open(address, '_blank', 'noopener')}
        />
      )}
      <CommandButton label={t('Copy “{title}”', { title })} icon={IconCopy} run={() => void copyText(title)} />
      {address !== null && (
        <CommandButton
          label={t('Copy link')}
          icon={IconLink}
          run={() => void copyText(new URL(address, window.location.href).href)}
        />
      )}
    </>
  )
}
