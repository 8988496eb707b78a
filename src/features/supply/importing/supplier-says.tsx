import { useEffect } from 'react'
import { listOf } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useRows } from '../../../ui/resource/client.web.ts'
import { useResource } from '../../../ui/resource/resources.tsx'
import { nameOf } from '../../../core/resource/resource-name.ts'
import { useMay } from '../../../core/browser/session.web.ts'
import type { cities } from '../../places/geo/cities.ts'
import type { CodeMapping, CodePreview } from './code-preview.ts'
import classes from './imports.module.css'
import type { SupplierFacts } from './supplier-facts.ts'

/** A record by its id and title. */
export interface Titled {
  readonly id: number
  readonly title: string
}

interface Props {
  readonly supplier: SupplierFacts
  /** The first of the codes. */
  readonly code: AnyRecord | undefined
  readonly count: number
  readonly draft: NonNullable<CodePreview['draft']>
  /** What it names of some of the codes only, or of none. */
  readonly lacks: CodeMapping['lacks']
  /** Our city has the name of the supplier's destination. */
  readonly onCity: (city: Titled) => void
}

/** What the supplier says of a code that decides where it belongs and how it is sold. */
export function SupplierSays({ supplier, code, count, draft, lacks, onCity }: Props) {
  const title = draft.destination?.name ?? ''
  const id = useCityNamed(title)
  useEffect(() => {
    if (id !== null) onCity({ id, title })
  }, [id, title, onCity])
  const tags = Array.isArray(code?.['supplierTags']) ? (code['supplierTags'] as string[]) : []
  const facts = [
    [t('Destination'), draft.destination?.name ?? draft.destination?.key ?? t('Not given')],
    [t('Tags'), tags.length > 0 ? listOf(tags.slice(0, 6)) : t('Not given')],
    ...(lacks.includes('timeZone') || draft.timeZone === null
      ? []
      : [[t('Time zone'), draft.timeZone, t('Can’t be changed here: the next sync would bring it back.')] as const]),
    ...(lacks.includes('currency')
      ? []
      : [
          [
            t('Currency'),
            draft.currency,
            supplier.currencyNote === null
              ? t('Can’t be changed: {supplier}’s prices are in it.', { supplier: supplier.name })
              : t(supplier.currencyNote),
          ] as const,
        ]),
  ] as const
  return (
    <section aria-label={t('Reported by {supplier}', { supplier: supplier.name })}>
      <h3>
        {count === 1
          ? t('Reported by {supplier}', { supplier: supplier.name })
          : t('What {supplier} says of the first code', { supplier: supplier.name })}
      </h3>
      <dl className={classes['said']}>
        {facts.map(([label, value, why]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value}
              {why !== undefined && <span className={classes['why']}>{why}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The only city of that name; null where there is none, or there are several. */
function useCityNamed(name: string): number | null {
  const resource = useResource(nameOf<typeof cities>('cities'))
  const may = useMay()
  const { data } = useRows(
    resource,
    { q: name, range: [0, 19], fields: ['name'], sort: [{ field: 'name', descending: false }] },
    name !== '' && may('ui', resource.access.object),
  )
  if (name === '') return null
  const [first, ...others] = (data?.rows ?? []).filter((row) => row['name'] === name)
  return first !== undefined && others.length === 0 ? first.id : null
}
