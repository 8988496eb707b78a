import { IconPencil } from '@tabler/icons-react'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { mayChange } from '../../core/resource/city-limits.ts'
import { labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { isMasked } from '../../core/resource/personal.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useRecordTools } from '../../ui/resource/record-tools.tsx'
import type { CellEditingProps } from '../../ui/resource/screen-parts.web.ts'
import { useSession } from '../../core/browser/session.web.ts'
import { fetchOnceHere, lazyScreen } from '../../ui/lazy-screen.tsx'
import { editShortcut, useShortcut } from '../../ui/shortcuts.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { CellEditorProps, Onward } from './cell-editor.tsx'
import type { Outcome } from './cell-saving.web.ts'
import { goneWords, useCellSaving } from './cell-saving.web.ts'
import type { Spot } from './grid-cells.web.ts'
import { cellAt, focusCell, isSame, neighbour, rowAt } from './grid-cells.web.ts'
import { inlineFields, showsAtOnce } from './inline-fields.ts'
import classes from './inline-edit.module.css'
import type { Commands } from './grid-listeners.web.ts'
import { useGridListeners } from './grid-listeners.web.ts'

const CellEditor = lazyScreen<CellEditorProps>(async () => (await import('./cell-editor.tsx')).CellEditor)

interface Editing {
  readonly spot: Spot
  readonly typed?: CellEditorProps['typed']
  readonly isBusy?: boolean
}

/**
 * Changes values where a list shows them. The grid's cells stay as they are: this listens to all of them at once, goes
 * from cell to cell with the arrow keys, and lays one input over the cell that is being changed.
 */
export function CellEditing({ of: resource, rows, within }: CellEditingProps) {
  const session = useSession()
  const keys = useMemo(() => new Set(inlineFields(resource)), [resource])
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  const [pointed, setPointed] = useState<Spot | null>(null)

  function mayEdit({ id, key }: Spot): boolean {
    const row = byId.get(id)
    const field = resource.fields[key]
    return (
      keys.has(key) &&
      row !== undefined &&
      field !== undefined &&
      !isMasked(field, row[key]) &&
      session !== null &&
      mayChange(session.grants, resource, row)
    )
  }
  const cells = useEditedCell(resource, byId, within, mayEdit)
  const { editing, setEditing, said } = cells

  function begin(spot: Spot): void {
    setPointed(null)
    setEditing({ spot })
  }

  const commands: Commands = {
    grid: within,
    mayEdit,
    begin,
    isEditing: editing !== null,
    point: setPointed,
    focusRow: (id) => rowAt(within.current, id)?.focus(),
  }
  useGridListeners(commands)
  useEffect(() => fetchOnceHere(CellEditor.fetch), [])
  // F2 is listened to with the other keys of the grid; here it is named on the sheet of shortcuts.
  useShortcut(editShortcut, () => {}, keys.size > 0)

  const row = editing && byId.get(editing.spot.id)
  return (
    <>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {pointed && !editing && (
        <Pencil grid={within.current} spot={pointed} onPress={() => begin(pointed)} onLeave={() => setPointed(null)} />
      )}
      {editing && row && (
        <Suspense>
          <CellEditor
            key={`${editing.spot.id} ${editing.spot.key} ${editing.typed ? 'again' : ''}`}
            of={resource}
            row={row}
            spot={editing.spot}
            grid={within}
            typed={editing.typed}
            isBusy={editing.isBusy ?? false}
            onSave={(value, onward, seen) => void cells.save(editing.spot, value, onward, seen)}
            onLeave={(onward) => cells.goOn(editing.spot, onward)}
          />
        </Suspense>
      )}
      {/* A user who is already in another cell is asked once they are done there. */}
      {!(editing && row) && <MergeOf of={resource} cells={cells} />}
    </>
  )
}

/** The question about a value waits until the user is done in the next cell. */
function announceMerge(field: string): void {
  const words = t('A colleague has saved {field} first. Choose which value to keep once this cell is done.', { field })
  setTimeout(() => toast.warning(words))
}

type Grid = CellEditingProps['within']

/** The cell that is being changed: how its value is saved or refused, and which cell comes after it. */
function useEditedCell(
  resource: AnyResource,
  byId: ReadonlyMap<number, AnyRecord>,
  within: Grid,
  mayEdit: (spot: Spot) => boolean,
) {
  const care = useRecordTools()
  const saving = useCellSaving(resource)
  const [editing, setEditing] = useState<Editing | null>(null)
  const [said, setSaid] = useState('')
  const frame = useRef(0)

  function goOn(from: Spot, onward: Onward): void {
    const grid = within.current
    const next =
      grid && (onward === 'next' || onward === 'previous')
        ? neighbour(grid, from, onward === 'next' ? 1 : -1, mayEdit)
        : null
    setEditing(next ? { spot: next } : null)
    if (!next && onward !== 'away') focusLater(from)
  }

  /** Once what was there to type in is gone. */
  function focusLater(spot: Spot): void {
    frame.current = requestAnimationFrame(() => focusCell(within.current, spot))
  }

  async function save(spot: Spot, value: unknown, onward: Onward, seen: AnyRecord): Promise<void> {
    const row = byId.get(spot.id)
    if (!row) return setEditing(null)
    if (showsAtOnce(resource, spot.key)) goOn(spot, onward)
    else setEditing((before) => (before && isSame(before.spot, spot) ? { ...before, isBusy: true } : before))
    const outcome = await saving.save(seen, spot.key, value, row)
    if (outcome.kind === 'saved' && !showsAtOnce(resource, spot.key)) goOn(spot, onward)
    tell(outcome, spot, value, seen)
  }

  function tell(outcome: Outcome, spot: Spot, value: unknown, seen: AnyRecord): void {
    const field = resource.fields[spot.key]
    const label = field ? labelOf(spot.key, field) : spot.key
    if (outcome.kind === 'saved') {
      return setSaid(
        t('{field} of {record} saved', { field: label, record: String(outcome.record[resource.title] ?? '') }),
      )
    }
    if (outcome.kind === 'gone') {
      setEditing((before) => (before?.spot.id === spot.id ? null : before))
      toast.warning(goneWords(resource))
    } else if (outcome.kind === 'merge') {
      setEditing((before) => {
        if (before === null || isSame(before.spot, spot)) return null
        announceMerge(label)
        return before
      })
      if (!care) toast.warning(t('This record was saved before you. Check the changes, and edit it again.'))
    } else if (outcome.kind === 'refused') {
      const typed = { value, problems: outcome.problems, seen }
      // A cell that opens again keeps the focus: one that loses it sends its value once more.
      cancelAnimationFrame(frame.current)
      // A user who is already in another cell keeps the focus there.
      setEditing((before) => {
        if (before === null || isSame(before.spot, spot)) return { spot, typed }
        const reasons = Object.values(outcome.problems).join(' ')
        setTimeout(() =>
          toast.error(t('{field} was not changed. {reasons}', { field: label, reasons }), {
            duration: 8000,
            action: { label: t('Change it'), run: () => setEditing({ spot, typed }) },
          }),
        )
        return before
      })
    }
  }
  return { editing, setEditing, said, saving, goOn, focusLater, save, tell }
}

interface PencilProps {
  grid: HTMLElement | null
  spot: Spot
  onPress: () => void
  onLeave: () => void
}

/** Over the cell that the pointer is at. */
function Pencil({ grid, spot, onPress, onLeave }: PencilProps) {
  const cell = cellAt(grid, spot)
  const root = grid?.parentElement
  if (!cell || !root) return null
  return (
    <button
      type="button"
      className={classes['pencil']}
      style={pencilPlace(cell, root)}
      aria-hidden
      tabIndex={-1}
      title={t('Change (F2)')}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      onPointerLeave={onLeave}
    >
      <IconPencil size={14} aria-hidden />
    </button>
  )
}

/** Asks which value to keep where a colleague saved the cell first. */
function MergeOf({ of: resource, cells }: { of: AnyResource; cells: ReturnType<typeof useEditedCell> }) {
  const care = useRecordTools()
  const { saving, tell, focusLater } = cells
  const { merge } = saving
  if (!merge || !care) return null
  return (
    <Suspense>
      <care.Merge
        key={`${merge.spot.id} ${merge.spot.key}`}
        of={resource}
        theirs={merge.theirs}
        mine={{ ...merge.theirs, [merge.spot.key]: merge.value }}
        conflicts={merge.conflicts}
        taken={merge.taken}
        isSaving={saving.isMerging}
        onSave={(choices) => {
          if (choices[merge.spot.key] === 'theirs') saving.closeMerge()
          else void saving.saveOverTheirs().then((outcome) => tell(outcome, merge.spot, merge.value, merge.theirs))
          focusLater(merge.spot)
        }}
        onClose={() => {
          saving.closeMerge()
          focusLater(merge.spot)
        }}
      />
    </Suspense>
  )
}

function pencilPlace(cell: HTMLElement, root: HTMLElement) {
  const [own, all] = [cell.getBoundingClientRect(), root.getBoundingClientRect()]
  const isAtStart = cell.dataset['align'] === 'end'
  const isRtl = getComputedStyle(root).direction === 'rtl'
  // Numbers stand at the end of their cell, everything else at its start: the pencil at the other side.
  const left = isAtStart === isRtl ? own.right - all.left - 27 : own.left - all.left + 3
  return { left, top: own.top - all.top + Math.max(0, (own.height - 24) / 2) }
}
