import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconSearch } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { msg, t } from '../../../core/i18n/language.ts'
import { useRouteQuery } from '../../../ui/navigation.tsx'
import { ChoiceFilter } from '../../../ui/resource/choice-filter.tsx'
import type { Grants } from '../../../core/access/access.ts'
import { may } from '../../../core/access/access.ts'
import { limitsOf } from '../../../core/access/limits.ts'
import { isSameJson } from '../../../core/same-json.ts'
import { CellLimits } from './cell-limits.tsx'
import { useCityTitles } from './city-titles.web.ts'
import type { Limitable } from './limitable.ts'
import { ActionHead, wordOf } from './matrix-head.tsx'
import { bySection } from './matrix-labels.ts'
import { limitNames, limitsFor } from './limitable.ts'
import type { Change, Edits, Granted, PermissionKey } from './permission-draft.ts'
import { isLimited, keyOf, unseenObjects } from './permission-draft.ts'
import classes from './roles.module.css'

export interface MatrixProps {
  objects: readonly { name: string; label: string; isBuiltIn: boolean }[]
  actions: readonly { name: string; label: string; objects: readonly string[]; limits: Limitable }[]
  base: Granted
  granted: Granted
  edits: Edits
  /** Null if the user can't change the role at all. */
  onChange: ((changes: readonly Change[]) => void) | null
  /** The user's own grants, which are all they can give. */
  grants: Grants
}

const shows = {
  all: msg('All objects'),
  granted: msg('With permissions'),
  changed: msg('Changed'),
  limited: msg('With limits'),
  unseen: msg('With warnings'),
} as const
type Show = keyof typeof shows

/** The role's permissions by object and action, with unsaved changes marked. Arrow keys move between boxes. */
export function PermissionMatrix({ objects, actions, base, granted, edits, onChange, grants }: MatrixProps) {
  const [{ q = '', show: shown }, patch] = useRouteQuery()
  const show: Show = shown !== undefined && Object.hasOwn(shows, shown) ? (shown as Show) : 'all'
  const unseen = new Set(unseenObjects(granted))
  const passes: Record<Show, (object: string) => boolean> = {
    all: () => true,
    granted: (object) => actions.some(({ name }) => granted.has(keyOf(name, object))),
    changed: (object) => actions.some(({ name }) => edits.has(keyOf(name, object))),
    limited: (object) => actions.some(({ name }) => isLimited(granted.get(keyOf(name, object)))),
    unseen: (object) => unseen.has(object),
  }
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const rows = objects.filter(
    ({ name, label }) => passes[show](name) && words.every((word) => `${name} ${label}`.toLowerCase().includes(word)),
  )
  const mayTick = (action: string, object: string) =>
    onChange !== null && (base.has(keyOf(action, object)) || may(grants, action, object))
  const titleOf = useCityTitles([...granted.values(), ...base.values()].flatMap(({ cities = [] }) => cities))

  /** A user whose own grant is limited gives it with the same limits, unless they narrow it further. */
  function toggled(key: PermissionKey, action: string, object: string, isGiven: boolean): Change {
    return [key, isGiven && !base.has(key) ? (limitsOf(grants, action, object)?.[0] ?? true) : isGiven]
  }

  function tickAll(keys: readonly (readonly [string, string])[]): void {
    const possible = keys.filter(([action, object]) => mayTick(action, object))
    const areAllGiven = possible.every(([action, object]) => granted.has(keyOf(action, object)))
    // Those that are given already keep their limits.
    const concerned = possible.filter(([action, object]) => granted.has(keyOf(action, object)) === areAllGiven)
    onChange?.(concerned.map(([action, object]) => toggled(keyOf(action, object), action, object, !areAllGiven)))
  }

  const lineOf = (object: MatrixProps['objects'][number]) => (
    <tr key={object.name}>
      <th scope="row" title={object.name}>
        {onChange ? (
          <button
            type="button"
            className={classes['all']}
            title={t('Tick or untick every action on {name}', { name: object.name })}
            onClick={() => tickAll(actions.map(({ name }) => [name, object.name]))}
          >
            {object.label}
          </button>
        ) : (
          object.label
        )}
        {!object.isBuiltIn && <span>{t('added')}</span>}
      </th>
      {actions.map(({ name, label, objects: asked, limits: limitable }) => {
        const key = keyOf(name, object.name)
        const given = granted.get(key)
        const isGiven = given !== undefined
        const stored = base.get(key)
        const possible = limitsFor(limitable, object.name)
        const isIdle = object.isBuiltIn && !asked.includes(object.name)
        const state =
          !given && !stored
            ? undefined
            : !stored
              ? 'added'
              : !given
                ? 'removed'
                : isSameJson(given, stored)
                  ? undefined
                  : 'limited'
        const isLocked = !mayTick(name, object.name)
        return (
          <td
            key={name}
            data-idle={isIdle}
            data-state={state}
            data-limitable={limitNames.some((limit) => limitable[limit].length > 0)}
          >
            <input
              type="checkbox"
              checked={isGiven}
              disabled={isLocked}
              aria-label={t('{name} on {name2}', { name, name2: object.name })}
              title={hint(label, { isIdle, isLocked: isLocked && onChange !== null })}
              onChange={(event) => onChange?.([toggled(key, name, object.name, event.currentTarget.checked)])}
            />
            {given && possible.length > 0 && (
              <CellLimits
                action={name}
                object={object.name}
                possible={possible}
                limits={given}
                stored={stored}
                grants={grants}
                titleOf={titleOf}
                onChange={onChange && ((limits) => onChange([[key, limits]]))}
              />
            )}
            {state && (
              <span className={classes['mark']} aria-hidden>
                {marks[state]}
              </span>
            )}
          </td>
        )
      })}
    </tr>
  )

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
      {unseen.size > 0 && (
        <p className={classes['warning']}>
          <IconAlertTriangle size={16} aria-hidden />
          <span>
            {t(
              'Without “ui”, people with this role can’t see or read the area, whatever else they can do there: {value}.',
              { value: [...unseen].join(', ') },
            )}{' '}
            {onChange && (
              <Button
                size="compact-xs"
                variant="default"
                onClick={() =>
                  onChange(
                    [...unseen]
                      .filter((object) => mayTick('ui', object))
                      .map((object) => toggled(keyOf('ui', object), 'ui', object, true)),
                  )
                }
              >
                {t('Add “ui” to {size, plural, one {it} other {them}}', { size: unseen.size })}
              </Button>
            )}
          </span>
        </p>
      )}
      <div
        className={classes['matrixFrame']}
        tabIndex={0}
        role="group"
        aria-label={t('Permissions by object and action')}
      >
        <table className={classes['matrix']} onKeyDown={goByArrow}>
          <caption className="visually-hidden">{t('Which actions the role has on which objects')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('Object')}</th>
              {actions.map(({ name, label }) => (
                <th key={name} scope="col" title={label}>
                  {onChange ? (
                    <button
                      type="button"
                      className={classes['all']}
                      aria-label={t('{word} {name}: tick or untick on all objects shown', {
                        word: wordOf(name, label),
                        name,
                      })}
                      onClick={() => tickAll(rows.map((object) => [name, object.name]))}
                    >
                      <ActionHead name={name} label={label} />
                    </button>
                  ) : (
                    <ActionHead name={name} label={label} />
                  )}
                </th>
              ))}
            </tr>
          </thead>
          {bySection(rows).map((section) => (
            <tbody key={section.label} aria-label={t(section.label)}>
              <tr className={classes['section']}>
                <th scope="rowgroup" colSpan={actions.length + 1}>
                  {t(section.label)}
                </th>
              </tr>
              {section.rows.map(lineOf)}
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
      <p className={classes['quiet']}>{t('Faint boxes: nothing in the product asks for that permission yet.')}</p>
    </section>
  )
}

const marks = { added: '+', removed: '−', limited: '≠' } as const

function hint(label: string, { isIdle, isLocked }: { isIdle: boolean; isLocked: boolean }): string {
  return [
    label,
    isIdle && t('Nothing in the product asks for it here yet'),
    isLocked && t('You cannot give what you do not hold'),
  ]
    .filter(Boolean)
    .join('. ')
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
