import { Button, Checkbox } from '@mantine/core'
import { t } from '../../../core/i18n/language.ts'
import { shortWeekday } from '../../../core/i18n/calendar-labels.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useRows } from '../../../ui/resource/client.web.ts'
import { inputOf } from '../../../ui/resource/inputs.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ConfigurationInput } from '../performance/configuration-input.tsx'
import { performances } from '../performance/performances.ts'
import type { Key, PlannedPerformances, PlanOf } from './planned-performances.web.ts'
import { fields, keyOf, usePlannedPerformances } from './planned-performances.web.ts'
import classes from './schedule.module.css'
import { SchedulePreview } from './schedule-preview.tsx'

interface CreateProps extends Omit<PlanOf, 'like'> {
  onClose: () => void
}

/** Takes a pattern, shows every start it makes along with any conflicts, and creates the selected ones. */
export function CreatePerformancesDialog(props: CreateProps) {
  const { data, error } = useRows(performances, {
    filter: { eventId: props.event.id },
    sort: [{ field: 'startsAt', descending: true }],
    range: [0, 0],
  })
  // Most runs go on as they began, so the last performance is what the new ones are like.
  return data || error ? <LoadedDialog {...props} like={(data?.rows[0] as AnyRecord | undefined) ?? null} /> : null
}

function LoadedDialog({ onClose, ...of }: CreateProps & PlanOf) {
  const plan = usePlannedPerformances(of)
  const { problems, preview, create, chosen } = plan
  return (
    <Dialog title={t('Add performances')} onClose={onClose} isBusy={create.isPending} size={860}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(submitted) => {
          submitted.preventDefault()
          void plan.send()
        }}
      >
        <Pattern plan={plan} event={of.event} like={of.like} />
        {problems[''] !== undefined && (
          <p role="alert" className={classes['problem']}>
            {problems['']}
          </p>
        )}
        <Starts plan={plan} />
        <div className={classes['buttons']}>
          {preview.data && (
            <p role="status">{t('{chosen} of {n} will be created.', { chosen: chosen.length, n: plan.rows.length })}</p>
          )}
          <Button variant="default" onClick={onClose} disabled={create.isPending}>
            {t('Cancel')}
          </Button>
          {preview.data ? (
            <Button type="submit" loading={create.isPending} disabled={chosen.length === 0}>
              {t('{n, plural, one {Create # performance} other {Create # performances}}', { n: chosen.length })}
            </Button>
          ) : (
            <Button type="submit" loading={preview.isPending}>
              {t('Preview')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}

/** Where and when, and what all of them are like. */
function Pattern({ plan, event, like }: { plan: PlannedPerformances; event: AnyRecord; like: AnyRecord | null }) {
  const { draft, problems } = plan
  const input = (key: Key) => (
    <div key={key}>
      {inputOf(fields[key], {
        name: key,
        value: draft[key] ?? null,
        error: problems[key] ?? Object.entries(problems).find(([path]) => path.startsWith(`${key}.`))?.[1],
        errors: {},
        readOnly: false,
        draft,
        record: event,
        onChange: (value) => plan.change({ [key]: value, ...(key === 'venueId' && { venueConfigurationId: null }) }),
      })}
    </div>
  )
  return (
    <>
      <div className={classes['fields']}>
        {input('venueId')}
        <ConfigurationInput
          field={performances.fields.venueConfigurationId}
          name="venueConfigurationId"
          value={draft.venueConfigurationId ?? null}
          error={problems['venueConfigurationId']}
          errors={{}}
          readOnly={false}
          draft={draft}
          record={like}
          onChange={plan.setConfiguration}
        />
        {input('from')}
        {input('until')}
      </div>
      <Weekdays plan={plan} />
      <div className={classes['fields']}>
        {input('times')}
        {input('except')}
      </div>
      <div className={classes['fields']}>
        {input('durationMinutes')}
        {input('doorsMinutes')}
        {input('capacity')}
        {input('status')}
      </div>
    </>
  )
}

function Weekdays({ plan: { weekdays, setWeekday, problems } }: { plan: PlannedPerformances }) {
  return (
    <fieldset className={classes['weekdays']}>
      <legend>{t('Days of the week')}</legend>
      <div>
        {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
          <Checkbox
            key={weekday}
            label={shortWeekday(weekday)}
            checked={weekdays.includes(weekday)}
            onChange={(changed) => setWeekday(weekday, changed.currentTarget.checked)}
          />
        ))}
      </div>
      {problems['weekdays'] !== undefined && <p className={classes['problem']}>{problems['weekdays']}</p>}
    </fieldset>
  )
}

/** Every start that the pattern makes, once it was asked for. */
function Starts({ plan: { preview, choice, chosen, problems } }: { plan: PlannedPerformances }) {
  if (!preview.data) return null
  return (
    <SchedulePreview
      preview={preview.data}
      keyOf={keyOf}
      left={choice.left}
      offsets={choice.offsets}
      refused={Object.fromEntries(
        Object.entries(problems).flatMap(([path, message]) => {
          const row = chosen[Number(/^starts\.([0-9]+)/.exec(path)?.[1] ?? -1)]
          return row ? [[keyOf(row), message]] : []
        }),
      )}
      onLeave={choice.leave}
      onOffset={choice.setOffset}
    />
  )
}
