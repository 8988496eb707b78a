import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconSearch } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { msg, t } from '../../../core/i18n/language.ts'
import { useRouteQuery } from '../../../ui/navigation.tsx'
import { ChoiceFilter } from '../../../ui/resource/choice-filter.tsx'
import { useCityTitles } from './city-titles.web.ts'
import type { MatrixProps } from './matrix-props.ts'
import { bySection, objectTitle, wordOf } from './matrix-labels.ts'
import type { Giving } from './matrix-giving.ts'
import { givingOf } from './matrix-giving.ts'
import { MatrixRow } from './matrix-row.tsx'
import { isLimited, keyOf, unseenObjects } from './permission-draft.ts'
import classes from './roles.module.css'

const shows = {
  all: msg('All objects'),
  granted: msg('With permissions'),
  changed: msg('Changed'),
  limited: msg('With limits'),
  unseen: msg('With warnings'),
} as const
type Show = keyof typeof shows

/** The role's permissions by object and action, with unsaved changes marked. Arrow keys move between boxes. */
export function PermissionMatrix(props: MatrixProps) {
  const { base, granted } = props
  const [query, patch] = useRouteQuery()
  const { q = '', show: shown } = query
  const show: Show = shown !== undefined && Object.hasOwn(shows, shown) ? (shown as Show) : 'all'
  const giving = givingOf(props)
  const unseen = new Set(unseenObjects(granted))
  const rows = rowsOf(props, unseen, q, show)
  const titleOf = useCityTitles([...granted.values(), ...base.values()].flatMap(({ cities = [] }) => cities))
  return (
    <section className={classes['card']} aria-labelledby="permissions">
      <div className={classes['cardHead']}>
        <h2 id="permissions">{t('Permissions')}</h2>
        <TextInput
          type="search"
          role="searchbox"
          aria-label={t('Search')}
          placeholder={t('Search objects')}
          value={q}
          className={classes['search'] ?? ''}
          leftSection={<IconSearch size={15} aria-hidden />}
          onChange={(event) => patch({ q: event.currentTarget.value }, { replace: true })}
        />
        <ChoiceFilter
          label={t('Show')}
          value={show === 'all' ? null : show}
          options={Object.entries(shows).flatMap(([value, label]) =>
            value === 'all' ? [] : [{ value, label: t(label) }],
          )}
          onChange={(value) => patch({ show: value }, { replace: true })}
        />
      </div>
      <UnseenWarning matrix={props} giving={giving} unseen={unseen} />
      <div
        className={classes['matrixFrame']}
        tabIndex={0}
        role="group"
        aria-label={t('Permissions by object and action')}
      >
        <table className={classes['matrix']} onKeyDown={goByArrow}>
          <caption className="visually-hidden">{t('Which actions the role has on which objects')}</caption>
          <MatrixHead matrix={props} giving={giving} rows={rows} />
          {bySection(rows).map((section) => (
            <tbody key={section.label} aria-label={t(section.label)}>
              <tr className={classes['section']}>
                <th scope="rowgroup" colSpan={props.actions.length + 1}>
                  {t(section.label)}
                </th>
              </tr>
              {section.rows.map((object) => (
                <MatrixRow key={object.name} matrix={props} giving={giving} object={object} titleOf={titleOf} />
              ))}
            </tbody>
          ))}
        </table>
        {rows.length === 0 && (
          <p className={classes['nothing']}>
            {t('No objects match.')}{' '}
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => patch({ q: null, show: null }, { replace: true })}
            >
              {t('Show all')}
            </Button>
          </p>
        )}
      </div>
      <p className={classes['quiet']}>{t('Greyed permissions have no effect yet.')}</p>
    </section>
  )
}

/** The objects that pass the search and what is shown. */
function rowsOf({ objects, actions, granted, edits }: MatrixProps, unseen: ReadonlySet<string>, q: string, show: Show) {
  const passes: Record<Show, (object: string) => boolean> = {
    all: () => true,
    granted: (object) => actions.some(({ name }) => granted.has(keyOf(name, object))),
    changed: (object) => actions.some(({ name }) => edits.has(keyOf(name, object))),
    limited: (object) => actions.some(({ name }) => isLimited(granted.get(keyOf(name, object)))),
    unseen: (object) => unseen.has(object),
  }
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return objects.filter(
    ({ name, label }) => passes[show](name) && words.every((word) => `${name} ${label}`.toLowerCase().includes(word)),
  )
}

interface PartProps {
  matrix: MatrixProps
  giving: Giving
}

/** The actions; each ticks or unticks all objects that are shown. */
function MatrixHead({ matrix, giving, rows }: PartProps & { rows: MatrixProps['objects'] }) {
  const { actions, onChange } = matrix
  return (
    <thead>
      <tr>
        <th scope="col">{t('Object')}</th>
        {actions.map(({ name, label }) => (
          <th key={name} scope="col" title={label}>
            {onChange ? (
              <button
                type="button"
                className={classes['all']}
                aria-label={t('{word}: tick or untick on all objects shown', { word: wordOf(name, label) })}
                onClick={() => onChange(giving.tickAll(rows.map((object) => [name, object.name])))}
              >
                {wordOf(name, label)}
              </button>
            ) : (
              wordOf(name, label)
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Objects on which something can be done that cannot be seen, and the press that mends it. */
function UnseenWarning({ matrix, giving, unseen }: PartProps & { unseen: ReadonlySet<string> }) {
  const { onChange } = matrix
  if (unseen.size === 0) return null
  return (
    <p className={classes['warning']}>
      <IconAlertTriangle size={16} aria-hidden />
      <span>
        {t('Without “See”, people with this role have no access to these areas, whatever else is ticked: {value}.', {
          value: [...unseen].map((object) => objectTitle(matrix, object)).join(', '),
        })}{' '}
        {onChange && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() =>
              onChange(
                [...unseen]
                  .filter((object) => giving.mayTick('ui', object))
                  .map((object) => giving.toggled(keyOf('ui', object), 'ui', object, true)),
              )
            }
          >
            {t('Tick “See” for {size, plural, one {it} other {all #}}', { size: unseen.size })}
          </Button>
        )}
      </span>
    </p>
  )
}

const steps: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

function goByArrow(event: KeyboardEvent<HTMLTableElement>): void {
  const step = steps[event.key]
  const cell = event.target instanceof HTMLInputElement ? event.target.closest('td') : null
  const row = cell?.parentElement
  if (!step || !cell || !(row instanceof HTMLTableRowElement)) return
  event.preventDefault()
  const table = event.currentTarget
  for (let at = row.rowIndex + step[0], column = cell.cellIndex + step[1]; ; at += step[0], column += step[1]) {
    const line = table.rows[at]
    if (!line || column === 0 || column >= row.cells.length) return
    const next = line.cells[column]?.querySelector('input')
    // Neither the head of an area nor a box that cannot be ticked takes the focus.
    if (next && !next.disabled) return next.focus()
  }
}
