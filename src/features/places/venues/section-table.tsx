import { Button } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useRef } from 'react'
import { formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import classes from '../geo/places.module.css'
import type { Section } from './manifest.ts'
import type { FoundSection } from './section-search.ts'
import type { Selection, SelectionPress } from './section-selection.ts'
import { pressOf } from './section-selection.ts'
import own from './venue-map.module.css'

interface SectionTableProps {
  /** Of the configuration. */
  readonly name: string
  readonly rows: readonly FoundSection[]
  readonly selection: Selection
  readonly mayWrite: boolean
  readonly onSelect: (codes: readonly string[], press: SelectionPress) => void
  /** Selects sections and zooms to them. */
  readonly onShow: (codes: readonly string[]) => void
  readonly onEdit: (section: Section) => void
}

/** Up to this number all rows are on the page; of more, only those in view and a few around them. */
const allRendered = 60
const rowHeight = 41

/** The rows in view, which follow a section that is selected on the map. */
function useScrolledRows(rows: readonly FoundSection[], selection: Selection) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: rows.length <= allRendered ? allRendered : 8,
  })
  const [only] = selection.size === 1 ? selection : []
  const onlyAt = rows.findIndex(({ section }) => section.code === only)
  useEffect(() => {
    if (onlyAt !== -1 && rows.length > 1) virtualizer.scrollToIndex(onlyAt, { align: 'auto' })
  }, [onlyAt, rows.length, virtualizer])
  return { scroller, virtualizer }
}

type RowPresses = Pick<SectionTableProps, 'rows' | 'selection' | 'onSelect' | 'onShow' | 'onEdit'>

/** Rows are rendered again only if they change, so what they call stays the same function. */
function useRowPresses(parts: RowPresses) {
  const lastIndex = useRef(0)
  const latest = useRef(parts)
  latest.current = parts
  const onCheck = useCallback((index: number, isRange: boolean) => {
    const { rows: now, selection: before, onSelect: choose } = latest.current
    const code = now[index]?.section.code ?? ''
    const [from = index, to = index] = [lastIndex.current, index].toSorted((a, b) => a - b)
    // A range only adds: pressing a section that is selected leaves out that one.
    if (!isRange || before.has(code)) choose([code], 'toggle')
    else
      choose(
        now.slice(from, to + 1).map(({ section }) => section.code),
        'add',
      )
    lastIndex.current = index
  }, [])
  const onName = useCallback((index: number, press: SelectionPress) => {
    const code = latest.current.rows[index]?.section.code ?? ''
    if (press === 'only') latest.current.onShow([code])
    else latest.current.onSelect([code], press)
    lastIndex.current = index
  }, [])
  const onChange = useCallback((section: Section) => latest.current.onEdit(section), [])
  return { onCheck, onName, onChange }
}

/** The sections as rows with a box to select each, the same selection as on the map. */
export function SectionTable({ name, rows, selection, mayWrite, onSelect, onShow, onEdit }: SectionTableProps) {
  const { scroller, virtualizer } = useScrolledRows(rows, selection)
  const { onCheck, onName, onChange } = useRowPresses({ rows, selection, onSelect, onShow, onEdit })
  const codes = rows.map(({ section }) => section.code)
  const selected = codes.filter((code) => selection.has(code)).length
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  const columns = mayWrite ? 7 : 6
  return (
    <div
      ref={scroller}
      className={classes['scroll']}
      tabIndex={0}
      role="region"
      aria-label={t('Sections of {name}', { name })}
    >
      <table
        className={`${classes['table']} ${classes['wide']}`}
        aria-label={t('Sections')}
        aria-rowcount={rows.length + 1}
      >
        <Head
          mayWrite={mayWrite}
          state={selected === 0 ? 'none' : selected === codes.length ? 'all' : 'some'}
          onToggle={() => onSelect(codes, selected === codes.length ? 'toggle' : 'add')}
        />
        <tbody>
          {first && first.start > 0 && <Gap columns={columns} height={first.start} />}
          {items.map(({ index }) => {
            const row = rows[index]
            return (
              row && (
                <Row
                  key={row.section.code}
                  section={row.section}
                  alias={row.alias}
                  index={index}
                  isSelected={selection.has(row.section.code)}
                  mayWrite={mayWrite}
                  onCheck={onCheck}
                  onName={onName}
                  onEdit={onChange}
                />
              )
            )
          })}
          {last && last.end < virtualizer.getTotalSize() && (
            <Gap columns={columns} height={virtualizer.getTotalSize() - last.end} />
          )}
        </tbody>
      </table>
      {rows.length === 0 && <p className={own['none']}>{t('No section found')}</p>}
    </div>
  )
}

/** In place of rows that are not in view. */
function Gap({ columns, height }: { columns: number; height: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ blockSize: height, padding: 0, border: 0 }} />
    </tr>
  )
}

interface HeadProps {
  readonly mayWrite: boolean
  readonly state: 'none' | 'some' | 'all'
  readonly onToggle: () => void
}

function Head({ mayWrite, state, onToggle }: HeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={own['check']}>
          <input
            type="checkbox"
            aria-label={t('Select all sections')}
            checked={state === 'all'}
            ref={(input) => {
              if (input) input.indeterminate = state === 'some'
            }}
            onChange={onToggle}
          />
        </th>
        <th scope="col">{t('Section')}</th>
        <th scope="col">{t('Zone')}</th>
        <th scope="col" className={classes['number']}>
          {t('Rank')}
        </th>
        <th scope="col">{t('Rows')}</th>
        <th scope="col" className={classes['number']}>
          {t('Seats')}
        </th>
        {mayWrite && (
          <th scope="col">
            <span className="visually-hidden">{t('Commands')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

interface RowProps extends FoundSection {
  readonly index: number
  readonly isSelected: boolean
  readonly mayWrite: boolean
  readonly onCheck: (index: number, isRange: boolean) => void
  readonly onName: (index: number, press: SelectionPress) => void
  readonly onEdit: (section: Section) => void
}

const Row = memo(function Row({ section, alias, index, isSelected, mayWrite, onCheck, onName, onEdit }: RowProps) {
  const { name, zone, rank, isGeneralAdmission, rows, capacity } = section
  return (
    <tr aria-current={isSelected} aria-rowindex={index + 2}>
      <td className={own['check']}>
        <input
          type="checkbox"
          aria-label={t('Select {name}', { name })}
          checked={isSelected}
          onChange={(event) => onCheck(index, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
        />
      </td>
      <th scope="row">
        <button
          type="button"
          className={classes['link']}
          aria-label={t('Show {name} on the map', { name })}
          onClick={(event) => onName(index, pressOf(event))}
        >
          {name}
        </button>
        {alias !== null && <small className={own['alias']}>{t('Listed as {wording}', { wording: alias })}</small>}
      </th>
      <td>{zone}</td>
      <td className={classes['number']}>{rank}</td>
      <td>{isGeneralAdmission ? t('General admission') : rowWords(rows)}</td>
      <td className={classes['number']}>{capacity === null ? '' : formatNumber(capacity)}</td>
      {mayWrite && (
        <td>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('Edit {name}', { name })}
            onClick={() => onEdit(section)}
          >
            {t('Edit')}
          </Button>
        </td>
      )}
    </tr>
  )
})

/** `A to K`, or the rows themselves if there are few. */
function rowWords(rows: readonly string[]): string {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return ''
  return rows.length <= 3 ? rows.join(', ') : t('{first} to {last} ({n})', { first, last, n: rows.length })
}
