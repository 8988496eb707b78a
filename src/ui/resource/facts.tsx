import { labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { fieldOf } from '../../core/resource/resource.ts'
import { cellOf } from './cells.tsx'
import { RecordLink } from './record-link.tsx'
import classes from './facts.module.css'

interface FactsProps {
  readonly of: AnyResource
  readonly record: Readonly<Record<string, unknown>>
  readonly keys: readonly string[]
}

/** The fields that have a value: empty ones would only be in the way. */
export function filledKeys({ record, keys }: Omit<FactsProps, 'of'>): readonly string[] {
  return keys.filter((key) => {
    const value = record[key]
    return value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
  })
}

/** Fields to read, each value under its label; what refers to a record is a link to it. */
export function Facts({ of: resource, record, keys }: FactsProps) {
  const filled = filledKeys({ record, keys })
  if (filled.length === 0) return <p className={classes['none']}>{t('Nothing recorded.')}</p>
  return (
    <dl className={classes['facts']}>
      {filled.map((key) => {
        const field = fieldOf(resource, key)
        const isWide = field?.kind === 'longText' || field?.kind === 'rows' || field?.kind === 'refs'
        return (
          field && (
            <div key={key} data-wide={isWide || undefined}>
              <dt>{labelOf(key, field)}</dt>
              <dd>
                {field.kind === 'ref' ? (
                  <RecordLink to={field.to} id={Number(record[key])}>
                    {cellOf(key, field, record)}
                  </RecordLink>
                ) : (
                  cellOf(key, field, record)
                )}
              </dd>
            </div>
          )
        )
      })}
    </dl>
  )
}
