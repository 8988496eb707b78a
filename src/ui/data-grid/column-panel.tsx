import { useId } from 'react'
import { PopOut } from '../pop-out.tsx'
import type { PopOutState } from '../pop-out.web.ts'
import classes from './column-panel.module.css'
import { GridIcon } from './grid-icons.tsx'
import type { GridIconName } from './grid-icons.tsx'
import type { GridTexts } from './grid-settings.tsx'
import { rowHeights } from './stored-layout.ts'
import type { GridDensity } from './stored-layout.ts'
import type { GridLayout, LayoutColumn } from './use-grid-layout.web.ts'

interface PanelProps extends PartProps, PopOutState {
  readonly columns: readonly LayoutColumn[]
}

/** The panel that the button "Columns" opens. */
export function ColumnPanel({ columns, layout, texts, ...state }: PanelProps) {
  return (
    <PopOut {...state} label={texts.columns} position="bottom-end" offset={4} shadow="md" p={0}>
      <div className={classes.panel}>
        <ColumnList columns={columns} layout={layout} texts={texts} />
        <DensitySwitch layout={layout} texts={texts} />
        <div className={classes.footer}>
          <button type="button" className={classes.reset} onClick={() => layout.reset()}>
            {texts.resetColumns}
          </button>
        </div>
      </div>
    </PopOut>
  )
}

interface PartProps {
  readonly layout: GridLayout
  readonly texts: GridTexts
}

function ColumnList({ columns, layout, texts }: PartProps & { columns: readonly LayoutColumn[] }) {
  const byId = new Map(columns.map((column) => [column.id, column]))
  return (
    <ul className={classes.list}>
      {layout.order.map((id, index) => {
        const column = byId.get(id)
        if (!column) return null
        const before = layout.order[index - 1]
        const after = layout.order[index + 1]
        return (
          <li key={id} className={classes.item}>
            <label className={classes.column}>
              <input
                type="checkbox"
                checked={layout.isShown(id)}
                disabled={column.hideable === false || isLastShown(layout, id)}
                onChange={(event) => layout.show(id, event.currentTarget.checked)}
              />
              <span>{column.header}</span>
            </label>
            <Pin layout={layout} id={id} side="start" label={texts.pinStart(column.header)} />
            <Pin layout={layout} id={id} side="end" label={texts.pinEnd(column.header)} />
            <Tool
              icon="up"
              label={texts.moveUp(column.header)}
              disabled={before === undefined}
              run={() => before !== undefined && layout.move(id, before)}
            />
            <Tool
              icon="down"
              label={texts.moveDown(column.header)}
              disabled={after === undefined}
              run={() => after !== undefined && layout.move(id, after)}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** A grid without columns would have no header left to bring them back from. */
function isLastShown(layout: GridLayout, id: string): boolean {
  return layout.isShown(id) && layout.order.filter((other) => layout.isShown(other)).length === 1
}

function Pin({ layout, id, side, label }: { layout: GridLayout; id: string; side: 'start' | 'end'; label: string }) {
  const pinned = layout.pinOf(id) === side
  return (
    <Tool
      icon={side === 'start' ? 'pinStart' : 'pinEnd'}
      label={label}
      pressed={pinned}
      run={() => layout.pin(id, pinned ? 'none' : side)}
    />
  )
}

interface ToolProps {
  readonly icon: GridIconName
  readonly label: string
  readonly pressed?: boolean | undefined
  readonly disabled?: boolean | undefined
  run(): void
}

/** `aria-disabled` keeps the focus on a Move button that has just reached the end of the list. */
function Tool({ icon, label, pressed, disabled, run }: ToolProps) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      onClick={() => run()}
    >
      <GridIcon name={icon} />
    </button>
  )
}

const densities: readonly GridDensity[] = ['compact', 'normal', 'roomy']

function DensitySwitch({ layout, texts }: PartProps) {
  const name = useId()
  return (
    <fieldset className={classes.density}>
      <legend className={classes.legend}>{texts.density}</legend>
      {densities.map((density) => (
        <label key={density} className={classes.choice} title={`${rowHeights[density]} px`}>
          <input
            type="radio"
            name={name}
            checked={layout.density === density}
            onChange={() => layout.setDensity(density)}
          />
          <span>{texts[density]}</span>
        </label>
      ))}
    </fieldset>
  )
}
