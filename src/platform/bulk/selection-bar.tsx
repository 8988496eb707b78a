import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { formatNumber } from '../../core/i18n/formats.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import { listParams } from '../../core/list/list-query.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import type { SelectionProps } from '../../ui/resource/screen-parts.web.ts'
import { useScreenParts } from '../../ui/resource/screen-parts.web.ts'
import { useMay } from '../../core/browser/session.web.ts'
import { selectShortcut, useShortcut } from '../../ui/shortcuts.web.ts'
import { accessOf, hasBulkEdits, selectionEndpoint } from './bulk-edits.ts'
import classes from './bulk-edits.module.css'
import { commandWords, countWords } from './bulk-labels.ts'
import { bulkFields } from './changes.ts'
import { grantOf, pageActionsFor, pageCommandWords } from './page-actions.ts'

const BulkEditDialog = lazy(async () => ({ default: (await import('./bulk-edit-dialog.tsx')).BulkEditDialog }))

/** All records that matched at a moment, as the server keeps them. */
interface Frozen {
  readonly id: number
  readonly total: number
  /** What the list showed then, and which rows were selected. */
  readonly list: string
}

/** A bulk edit whose dialog is open: of everything that matched, or of the selected rows. */
interface OpenEdit {
  readonly action: string
  readonly all: Frozen | null
}

const idsIn = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id).join()

/** What can be done with the selected rows, and the step from the page to everything that matches. */
export function SelectionBar(props: SelectionProps) {
  const { of: resource, rows, selected, total, isCapped, select } = props
  const may = useMay()
  const { frozen, asking, freeze } = useFrozen(props)
  const [open, setOpen] = useState<OpenEdit | null>(null)
  const [object, action] = accessOf(resource)
  const mayEdit = hasBulkEdits(resource) && may(action, object)
  const isWhole = rows.length > 0 && selected.length === rows.length
  const offersAll = mayEdit && isWhole && total !== null && (isCapped || total > rows.length) && !frozen
  const matching = t('{n} {many}', { n: formatNumber(total ?? 0), many: inSentence(t(resource.label[1])) })
  useShortcut(selectShortcut, freeze, offersAll && asking === null)

  /** Opens the dialog. A command chosen right after "Select all" waits for the answer and applies to all of them. */
  async function onOpen(action: string): Promise<void> {
    if (asking === null) return setOpen({ action, all: frozen })
    const all = await asking
    if (all) setOpen({ action, all })
  }

  return (
    <div className={classes['bar']} role="group" aria-label={t('Selected rows')}>
      <strong>
        {frozen ? t('All {n} selected', { n: formatNumber(frozen.total) }) : t('{n} selected', { n: selected.length })}
      </strong>
      <span className={classes['spoken']} role="status">
        {frozen
          ? t('All {n} {many} that match are selected. Ones added later aren’t included.', {
              n: formatNumber(frozen.total),
              many: inSentence(t(resource.label[1])),
            })
          : offersAll
            ? isCapped
              ? t('All rows on this page are selected. More than {matching} match.', { matching })
              : t('All rows on this page are selected. {matching} match.', { matching })
            : ''}
      </span>
      {offersAll && (
        <Button variant="subtle" loading={asking !== null} title={t('Ctrl+A')} onClick={freeze}>
          {isCapped
            ? t('Select all, more than {matching}', { matching })
            : t('Select all {n} matching', { n: formatNumber(total) })}
        </Button>
      )}
      <span className={classes['commands']} id="bulk-commands">
        <SelectionCommands
          {...props}
          isAll={frozen !== null || asking !== null}
          mayEdit={mayEdit}
          onOpen={(action) => void onOpen(action)}
        />
      </span>
      <Button variant="subtle" color="gray" onClick={() => select([])}>
        {t('Clear selection')}
      </Button>
      {open !== null && (
        <Suspense>
          <BulkEditDialog
            of={resource}
            action={open.action}
            what={countWords(resource, open.all?.total ?? selected.length)}
            target={open.all ? { selection: open.all.id } : { ids: selected.map(({ id }) => id) }}
            onClose={() => setOpen(null)}
            onDone={() => {
              setOpen(null)
              select([])
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Everything that matches, kept by the server when it is asked to. */
function useFrozen({ of: resource, query, rows, selected }: SelectionProps) {
  const [kept, setFrozen] = useState<Frozen | null>(null)
  const [asking, setAsking] = useState<Promise<Frozen | null> | null>(null)

  const { filter, q } = listParams(query)
  const list = JSON.stringify([filter, q, idsIn(rows), idsIn(selected)])

  async function ask(): Promise<Frozen | null> {
    // A failure has been shown by the client.
    const reply = await http
      .request('POST', selectionEndpoint(resource).path, {
        body: { ...(filter !== undefined && { filter }), ...(q !== undefined && { q }) },
      })
      .catch(() => null)
    const all = reply && { ...(reply.data as { id: number; total: number }), list }
    setAsking(null)
    if (all) setFrozen(all)
    return all
  }

  // A user who deselects a row, goes to another page or filters the list no longer means all of them.
  const frozen = kept?.list === list ? kept : null
  return { frozen, asking, freeze: () => setAsking(ask()) }
}

interface CommandsProps extends SelectionProps {
  /** Everything that matches is selected, or about to be, and not some rows. */
  readonly isAll: boolean
  readonly mayEdit: boolean
  /** Asks what has to be known for a bulk edit. */
  readonly onOpen: (action: string) => void
}

function SelectionCommands(props: CommandsProps) {
  const { of: resource, selected, commands, replacesActions, select, isAll, mayEdit, onOpen } = props
  const { columns, query } = props
  const may = useMay()
  const { Commands } = useScreenParts()
  return (
    <>
      {!isAll && commands}
      {!isAll && (
        <Commands
          of={resource}
          records={selected}
          shown={{ columns, sort: query.sort }}
          at="selection"
          onDone={() => select([])}
        />
      )}
      {mayEdit &&
        (isAll || !replacesActions) &&
        Object.keys(resource.actions ?? {}).map((name) => (
          <Button key={name} variant="default" onClick={() => onOpen(name)}>
            {commandWords(resource, name)}
          </Button>
        ))}
      {mayEdit &&
        pageActionsFor(resource, isAll ? null : selected)
          .filter((name) => may(grantOf(name), resource.access.object))
          .map((name) => (
            <Button key={name} variant="default" onClick={() => onOpen(name)}>
              {name === 'plan' ? t('Schedule…') : pageCommandWords(name)}
            </Button>
          ))}
      {mayEdit && resource.operations.includes('update') && bulkFields(resource).length > 0 && (
        <Button variant="default" onClick={() => onOpen('update')}>
          {t('Edit')}
        </Button>
      )}
      {mayEdit && mayDelete(resource, may) && (isAll || !commands || resource.operations.includes('update')) && (
        <Button variant="default" onClick={() => onOpen('delete')}>
          {t('Delete')}
        </Button>
      )}
    </>
  )
}

function mayDelete({ operations, access }: AnyResource, may: (action: string, object: string) => boolean): boolean {
  return operations.includes('delete') && may('write', access.object)
}
