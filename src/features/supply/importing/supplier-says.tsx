import { useEffect, useMemo } from 'react'
import { listOf } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useAnswer, useRows } from '../../../ui/resource/client.web.ts'
import { useResource } from '../../../ui/resource/resources.tsx'
import { nameOf } from '../../../core/resource/resource-name.ts'
import { useMay } from '../../../core/browser/session.web.ts'
import type { cities } from '../../places/geo/cities.ts'
import type { CodePreview } from './code-preview.ts'
import { importEndpoints } from './import.endpoints.ts'
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
  /** Our city has the name of the supplier's destination. */
  readonly onCity: (city: Titled) => void
}

/** What the supplier says of a code that decides where it belongs and how it is sold. */
export function SupplierSays({ supplier, code, count, onCity }: Props) {
  const { preview } = useMemo(() => importEndpoints(supplier), [supplier])
  const { data } = useAnswer(preview, {
    params: { id: String(code?.id ?? 0) },
    enabled: code !== undefined,
    quiet: [403, 404],
  })
  const draft = data?.draft ?? null
  const title = draft?.destination?.name ?? ''
  const id = useCityNamed(title)
  useEffect(() => {
    if (id !== null) onCity({ id, title })
  }, [id, title, onCity])
  if (!draft) return null
  const tags = Array.isArray(code?.['supplierTags']) ? (code['supplierTags'] as string[]) : []
  const facts = [
    [t('Destination'), draft.destination?.name ?? draft.destination?.key ?? t('Not given')],
    [t('Tags'), tags.length > 0 ? listOf(tags.slice(0, 6)) : t('Not given')],
    [t('Age bands'), bandsOf(draft.units)],
    [t('Time zone'), draft.timeZone ?? t('Not given: that of the city')],
    [t('Currency'), draft.currency],
  ]
  return (
    <section aria-label={t('What {supplier} says', { supplier: supplier.name })}>
      <h3>
        {count === 1
          ? t('What {supplier} says', { supplier: supplier.name })
          : t('What {supplier} says of the first code', { supplier: supplier.name })}
      </h3>
      <dl className={classes['said']}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
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

/** Each band once, however many options sell it. */
function bandsOf(units: NonNullable<CodePreview['draft']>['units']): string {
  const bands = new Set(
    units.map(({ label, minAge, maxAge }) =>
      maxAge >= 99
        ? t('{label} (from {from})', { label, from: minAge })
        : t('{label} ({from} to {to})', { label, from: minAge, to: maxAge }),
    ),
  )
  return bands.size === 0 ? t('Not given') : listOf([...bands])
}
