import { useId } from 'react'
import { listOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import classes from './merges.module.css'
import type { MergePreview } from './merges.ts'

interface MergeChoicesProps {
  readonly preview: MergePreview
  readonly take: ReadonlySet<string>
  readonly onTake: (take: ReadonlySet<string>) => void
}

/** The fields where only one value can be kept, side by side, and what the survivor also gets. */
export function MergeChoices({ preview: { into, from, choices, mergedFields }, take, onTake }: MergeChoicesProps) {
  const id = useId()
  const choose = (key: string, isTaken: boolean) => {
    const next = new Set(take)
    if (isTaken) next.add(key)
    else next.delete(key)
    onTake(next)
  }
  return (
    <>
      {choices.length > 0 && (
        <div className={classes['choices']} role="group" aria-label={t('Record to keep')}>
          {choices.map(({ key, label, into: own, from: other }) => (
            <fieldset key={key} className={classes['choice']}>
              <legend>{t(label)}</legend>
              {[false, true].map((isTaken) => (
                <label key={String(isTaken)} data-chosen={take.has(key) === isTaken}>
                  <input
                    type="radio"
                    name={`${id} ${key}`}
                    checked={take.has(key) === isTaken}
                    onChange={() => choose(key, isTaken)}
                  />
                  <span>
                    {isTaken ? other : own}
                    <small className={classes['quiet']}>
                      {isTaken ? t('as #{id} has it', { id: from.id }) : t('as #{id} has it', { id: into.id })}
                    </small>
                  </span>
                </label>
              ))}
            </fieldset>
          ))}
        </div>
      )}
      {mergedFields.length > 0 && (
        <dl className={classes['mergedFields']} aria-label={t('Merged fields')}>
          {mergedFields.map(({ label, added }) => (
            <div key={label}>
              <dt>{t('{field}, in addition', { field: t(label) })}</dt>
              <dd>{listOf(added)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
