import { Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { labelOf } from '../../core/resource/fields.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DateInput } from '../../ui/resource/date-input.tsx'
import type { Decide } from './outlier-decide.web.ts'
import type { TicketMapOutlier } from './ticket-map-outliers.ts'
import { ticketMapOutliers } from './ticket-map-outliers.ts'
import classes from './outliers.module.css'

interface DialogProps {
  readonly outlier: TicketMapOutlier
  readonly decide: Decide
  readonly onClose: () => void
}

const week = 7 * 86_400_000

/** Puts an outlier off until a day, in a week at first. */
export function IgnoreDialog({ outlier, decide, onClose }: DialogProps) {
  const [until, setUntil] = useState(() => new Date(Date.now() + week).toISOString().slice(0, 10))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  return (
    <Question
      title={t('Ignore {section}', { section: outlier.rawSection })}
      verb={t('Ignore')}
      errors={errors}
      onClose={onClose}
      onSubmit={async () => {
        const wrong = await decide('ignore', { until })
        if (wrong === null) onClose()
        else setErrors(wrong)
      }}
    >
      {/* The section is looked at again on a day in UTC. */}
      <DateInput
        kind="date"
        zone="UTC"
        label={labelOf('ignoredUntil', ticketMapOutliers.fields.ignoredUntil)}
        value={until || null}
        error={errors['until']}
        onChange={(day) => {
          setErrors({})
          setUntil(day ?? '')
        }}
      />
    </Question>
  )
}

/** Adds a section to the map, called as the listings say or otherwise. */
export function AddSectionDialog({ outlier, decide, onClose }: DialogProps) {
  const [target, setTarget] = useState(outlier.rawSection)
  const [zone, setZone] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  return (
    <Question
      title={t('New section')}
      verb={t('Add')}
      errors={errors}
      onClose={onClose}
      onSubmit={async () => {
        const wrong = await decide('section', { target: target.trim(), zone: zone.trim() || null })
        if (wrong === null) onClose()
        else setErrors(wrong)
      }}
    >
      <p>{t('It has no rows until the manifest lists them. All listings of the configuration are placed again.')}</p>
      <TextInput
        label={t('Name')}
        withAsterisk
        maxLength={120}
        value={target}
        error={errors['target']}
        onChange={(event) => setTarget(event.currentTarget.value)}
      />
      <TextInput
        label={t('Zone')}
        maxLength={80}
        value={zone}
        error={errors['zone']}
        onChange={(event) => setZone(event.currentTarget.value)}
      />
    </Question>
  )
}

interface QuestionProps {
  readonly title: string
  readonly verb: string
  readonly errors: Readonly<Record<string, string>>
  readonly onClose: () => void
  readonly onSubmit: () => Promise<void>
  readonly children: ReactNode
}

function Question({ title, verb, errors, onClose, onSubmit, children }: QuestionProps) {
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog title={title} onClose={onClose} isBusy={isBusy} size={440}>
      <form
        noValidate
        className={classes['stack']}
        onSubmit={(event) => {
          event.preventDefault()
          setBusy(true)
          void onSubmit().finally(() => setBusy(false))
        }}
      >
        {children}
        {errors[''] !== undefined && (
          <p className={classes['problem']} role="alert">
            {errors['']}
          </p>
        )}
        <div className={classes['buttons']}>
          <Button variant="default" disabled={isBusy} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
