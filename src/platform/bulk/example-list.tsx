import { labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { isSameJson } from '../../core/same-json.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { cellOf } from '../../ui/resource/cells.tsx'
import type { BulkExample } from './bulk-edits.ts'
import classes from './bulk-edits.module.css'

/** Some of the records as they are and as they would be. */
export function ExampleList({ of: resource, examples }: { of: AnyResource; examples: readonly BulkExample[] }) {
  if (examples.length === 0) return null
  return (
    <ul className={classes['reasons']} aria-label={t('For example')} tabIndex={0}>
      {examples.map(({ id, title, keys, before, after }) => (
        <li key={id}>
          <strong>{title}</strong>
          <dl className={classes['changes']}>
            {keys.map((key) => {
              const field = resource.fields[key]
              return (
                field && (
                  <div key={key}>
                    <dt>{labelOf(key, field)}</dt>
                    <dd>
                      {cellOf(key, field, before)}
                      {!isSameJson(before[key], after[key]) && (
                        <>
                          {' '}
                          <span aria-label={t('becomes')} role="img">
                            →
                          </span>{' '}
                          <b>{cellOf(key, field, after)}</b>
                        </>
                      )}
                    </dd>
                  </div>
                )
              )
            })}
          </dl>
        </li>
      ))}
    </ul>
  )
}
