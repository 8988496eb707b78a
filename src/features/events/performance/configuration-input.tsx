import { NativeSelect } from '@mantine/core'
import { t } from '../../../core/i18n/language.ts'
import { formatNumber } from '../../../core/i18n/formats.ts'
import type { AnyField } from '../../../core/resource/fields.ts'
import { useRows } from '../../../ui/resource/client.web.ts'
import { common } from '../../../ui/resource/input-props.ts'
import type { InputProps } from '../../../ui/resource/input-props.ts'
import { useMay } from '../../../core/browser/session.web.ts'
import { venueConfigurations } from '../../places/venues/venue-configurations.ts'

/** Chooses among the ways in which the venue of the draft is set up; those of other venues would be no choice. */
export function ConfigurationInput({ field, ...props }: InputProps & { field: AnyField }) {
  const mayRead = useMay()('ui', 'places')
  const venueId = Number(props.draft['venueId'] ?? props.record?.['venueId'] ?? 0)
  const { data } = useRows(
    venueConfigurations,
    {
      filter: { venueId },
      sort: [{ field: 'name', descending: false }],
      range: [0, 99],
      fields: ['id', 'name', 'capacity'],
    },
    mayRead && venueId > 0,
  )
  const { readOnly, ...settings } = common(field, props)
  const stored = props.record?.['venueConfiguration']
  const rows = data?.rows ?? []
  const isKnown = rows.some(({ id }) => id === props.value)
  return (
    <NativeSelect
      {...settings}
      disabled={readOnly || !mayRead}
      value={props.value === null || props.value === undefined ? '' : String(props.value)}
      data={[
        { value: '', label: '–' },
        ...(typeof props.value === 'number' && !isKnown
          ? [{ value: String(props.value), label: titleOf(stored) ?? `#${props.value}` }]
          : []),
        ...rows.map(({ id, name, capacity }) => ({
          value: String(id),
          label: t('{name}, {n}', { name, n: formatNumber(capacity) }),
        })),
      ]}
      onChange={(event) => props.onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
    />
  )
}

function titleOf(record: unknown): string | null {
  return typeof record === 'object' && record !== null && 'title' in record ? String(record.title) : null
}
