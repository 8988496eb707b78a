import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { PopOut } from '../pop-out.tsx'
import type { PopOutState } from '../pop-out.web.ts'
import type { GridFilter } from './grid-column.web.ts'
import type { GridTexts } from './grid-settings.tsx'
import classes from './filter-panel.module.css'

interface PanelProps {
  readonly label: string
  readonly filter: GridFilter<never>
  readonly applied: readonly string[]
  readonly texts: GridTexts
  /** Applies and closes; an empty list clears the filter. */
  apply(values: readonly string[]): void
  close(): void
}

interface FilterPanelProps extends Omit<PanelProps, 'label' | 'close'>, PopOutState {
  /** The column's name, and that of the button. */
  readonly header: string
  readonly label: string
}

/** The panel below a filter button. A draft that was not confirmed is gone when it closes. */
export function FilterPanel({ header, label, filter, applied, texts, apply, ...state }: FilterPanelProps) {
  const close = () => state.onChange(false)
  const panel: PanelProps = {
    label: header,
    filter,
    applied,
    texts,
    close,
    apply: (values) => {
      close()
      apply(values)
    },
  }
  return (
    <PopOut {...state} label={label} position="bottom-start" offset={4} shadow="md" p={0}>
      {filter.multiple ? <MultiplePanel {...panel} /> : <SinglePanel {...panel} />}
    </PopOut>
  )
}

function MultiplePanel({ label, filter, applied, texts, apply }: PanelProps) {
  const [draft, setDraft] = useState<readonly string[]>(applied)
  // In the order of the options, so that the same choice always makes the same address.
  const chosen = filter.options.map(({ value }) => value).filter((value) => draft.includes(value))
  return (
    <form
      className={classes.panel}
      onSubmit={(event) => {
        event.preventDefault()
        // Events of a portal bubble through React's tree, up to a form that can contain the grid.
        event.stopPropagation()
        if (chosen.length > 0) apply(chosen)
      }}
    >
      <fieldset className={classes.options}>
        <legend className={classes.legend}>{label}</legend>
        {filter.options.map(({ value, label: text }, index) => (
          <label key={value} className={classes.option}>
            <input
              type="checkbox"
              checked={draft.includes(value)}
              data-autofocus={index === 0 ? true : undefined}
              onChange={(event) =>
                setDraft(event.currentTarget.checked ? [...draft, value] : draft.filter((other) => other !== value))
              }
            />
            <span>{text}</span>
          </label>
        ))}
      </fieldset>
      <div className={classes.actions}>
        <button type="button" className={classes.secondary} onClick={() => apply([])}>
          {texts.reset}
        </button>
        <button type="submit" className={classes.primary} disabled={chosen.length === 0}>
          {texts.confirm}
        </button>
      </div>
    </form>
  )
}

function SinglePanel({ label, filter, applied, texts, apply, close }: PanelProps) {
  const id = useId()
  const entries = [{ value: '', label: texts.all }, ...filter.options]
  const current = Math.max(
    0,
    entries.findIndex(({ value }) => value === (applied[0] ?? '')),
  )
  const [focused, setFocused] = useState(current)

  function keyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    if (event.key === 'Tab') close()
    if (step === undefined) return
    event.preventDefault()
    const next = (focused + step + entries.length) % entries.length
    setFocused(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }

  return (
    <div className={classes.panel} role="radiogroup" aria-label={label} onKeyDown={keyDown}>
      {entries.map((entry, index) => (
        <button
          key={entry.value}
          id={`${id}-${index}`}
          type="button"
          role="radio"
          aria-checked={index === current}
          className={classes.entry}
          tabIndex={index === focused ? 0 : -1}
          data-autofocus={index === current ? true : undefined}
          onClick={() => apply(entry.value === '' ? [] : [entry.value])}
        >
          {entry.label}
        </button>
      ))}
    </div>
  )
}
