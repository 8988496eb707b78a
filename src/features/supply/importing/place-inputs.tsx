import { ref } from '../../../core/resource/fields.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'
import { inputOf } from '../../../ui/resource/inputs.tsx'
import type { cities } from '../../places/geo/cities.ts'
import type { subcategories } from '../../categories/subcategories.ts'
import classes from './imports.module.css'

export interface Place {
  cityId: number | null
  subcategoryId: number | null
}

const inputs = {
  cityId: ref(nameOf<typeof cities>('cities'), { label: 'City' }),
  subcategoryId: ref(nameOf<typeof subcategories>('subcategories'), { label: 'Subcategory' }),
} as const

interface PlaceInputsProps {
  readonly value: Place
  readonly problems: Readonly<Record<string, string>>
  /** With the titles of what the value begins with: `{ city: { id, title } }`. */
  readonly titles?: Readonly<Record<string, unknown>>
  readonly onChange: (next: Place) => void
}

/** Where products belong: a city and a subcategory. */
export function PlaceInputs({ value, problems, titles, onChange }: PlaceInputsProps) {
  return (
    <div className={classes['place']}>
      {(['cityId', 'subcategoryId'] as const).map((key) => (
        <div key={key}>
          {inputOf(inputs[key], {
            name: key,
            value: value[key],
            error: problems[key],
            errors: {},
            readOnly: false,
            draft: {},
            record: titles ?? null,
            onChange: (chosen) => onChange({ ...value, [key]: typeof chosen === 'number' ? chosen : null }),
          })}
        </div>
      ))}
    </div>
  )
}
