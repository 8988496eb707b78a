import type { Limits } from '../../../core/access/access.ts'
import { t } from '../../../core/i18n/language.ts'
import { isSameJson } from '../../../core/same-json.ts'
import { CellLimits } from './cell-limits.tsx'
import type { CellLimitsProps } from './cell-limits-props.ts'
import { limitNames, limitsFor } from './limitable.ts'
import type { Giving } from './matrix-giving.ts'
import { permissionTitle } from './matrix-labels.ts'
import { keyOf } from './permission-draft.ts'
import type { MatrixProps } from './matrix-props.ts'
import classes from './roles.module.css'

interface MatrixRowProps {
  matrix: MatrixProps
  giving: Giving
  object: MatrixProps['objects'][number]
  titleOf: CellLimitsProps['titleOf']
}

/** The actions on an object, each with its limits; its name ticks or unticks them all. */
export function MatrixRow({ matrix, giving, object, titleOf }: MatrixRowProps) {
  const { actions, onChange } = matrix
  return (
    <tr>
      <th scope="row" title={object.name}>
        {onChange ? (
          <button
            type="button"
            className={classes['all']}
            title={t('{label}: tick or untick every action', { label: object.label })}
            onClick={() => onChange(giving.tickAll(actions.map(({ name }) => [name, object.name])))}
          >
            {object.label}
          </button>
        ) : (
          object.label
        )}
        {!object.isBuiltIn && <span>{t('added')}</span>}
      </th>
      {actions.map((action) => (
        <MatrixCell
          key={action.name}
          matrix={matrix}
          giving={giving}
          object={object}
          action={action}
          titleOf={titleOf}
        />
      ))}
    </tr>
  )
}

function MatrixCell({
  matrix,
  giving,
  object,
  action,
  titleOf,
}: MatrixRowProps & { action: MatrixProps['actions'][number] }) {
  const { base, granted, grants, onChange } = matrix
  const { name, label, objects: asked, limits: limitable } = action
  const key = keyOf(name, object.name)
  const [given, stored] = [granted.get(key), base.get(key)]
  const possible = limitsFor(limitable, object.name)
  const isIdle = object.isBuiltIn && !asked.includes(object.name)
  const state = stateOf(given, stored)
  const title = permissionTitle(matrix, name, object.name)
  const isLocked = !giving.mayTick(name, object.name)
  return (
    <td data-idle={isIdle} data-state={state} data-limitable={limitNames.some((limit) => limitable[limit].length > 0)}>
      <input
        type="checkbox"
        checked={given !== undefined}
        disabled={isLocked}
        aria-label={title}
        title={hint(label, { isIdle, isLocked: isLocked && onChange !== null })}
        onChange={(event) => onChange?.([giving.toggled(key, name, object.name, event.currentTarget.checked)])}
      />
      {given && possible.length > 0 && (
        <CellLimits
          title={title}
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
}

const marks = { added: '+', removed: '−', limited: '≠' } as const

/** How a permission differs from the stored one. */
function stateOf(given: Limits | undefined, stored: Limits | undefined): keyof typeof marks | undefined {
  if (!given || !stored) return given ? 'added' : stored ? 'removed' : undefined
  return isSameJson(given, stored) ? undefined : 'limited'
}

function hint(label: string, { isIdle, isLocked }: { isIdle: boolean; isLocked: boolean }): string {
  return [label, isIdle && t('No effect yet'), isLocked && t('You can only give permissions that you have')]
    .filter(Boolean)
    .join('. ')
}
