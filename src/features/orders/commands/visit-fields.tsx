import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Checkbox } from '@mantine/core'
import { t } from '../../../core/i18n/language.ts'
import { DigitsInput } from '../../../ui/digits-input.tsx'
import { DateInput } from '../../../ui/resource/date-input.tsx'
import type { Drafts } from './command-drafts.ts'
import type { FormProps } from './command-form.ts'

/** Where a visit goes and how many come of each unit that was bought. */
export function VisitForm({ draft, lines, problems, onChange }: FormProps<Drafts['change-visit']>) {
  return (
    <>
      <DateInput
        kind="date"
        label={t('Day')}
        withAsterisk
        aria-required
        value={draft.date}
        error={problems['date']}
        onChange={(date) => onChange({ ...draft, date: date ?? '' })}
      />
      <DateInput
        kind="time"
        label={t('Time')}
        description={t('Blank if it has no start times')}
        value={draft.time}
        error={problems['time']}
        onChange={(time) => onChange({ ...draft, time: time === null ? null : time.slice(0, 5) })}
      />
      {draft.units.map(({ unitId, quantity }, index) => (
        <DigitsInput
          key={unitId}
          label={lines.find(({ ageBandId }) => ageBandId === unitId)?.title ?? ''}
          allowDecimal={false}
          allowNegative={false}
          value={quantity}
          error={
            problems[`units.${index}.quantity`] ??
            problems[`units.${index}.unitId`] ??
            (index === 0 ? problems['units'] : undefined)
          }
          onChange={(next) =>
            onChange({
              ...draft,
              units: draft.units.map((one) => (one.unitId === unitId ? { unitId, quantity: next ?? 0 } : one)),
            })
          }
        />
      ))}
      <Checkbox
        label={t('Don’t charge the difference')}
        checked={draft.isWaived}
        error={problems['isWaived']}
        onChange={(event) => onChange({ ...draft, isWaived: event.currentTarget.checked })}
      />
    </>
  )
}
