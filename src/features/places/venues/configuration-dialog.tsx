import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { useCommand } from '../../../ui/resource/client.web.ts'
import { inputOf } from '../../../ui/resource/inputs.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { addVenueConfiguration } from './add-venue-configuration.ts'
import classes from '../geo/places.module.css'
import { venueConfigurations, venueLayouts } from './venue-configurations.ts'
import { venues } from './venues.ts'

const refresh = [venueConfigurations, venues] as const

const keys = ['name', 'layout', 'capacity'] as const

/** Asks what a new configuration is called and how it is laid out. Its sections come with its manifest. */
export function ConfigurationDialog({
  venueId,
  onClose,
  onSaved,
}: {
  venueId: number
  onClose: () => void
  onSaved: (id: number) => void
}) {
  const [draft, setDraft] = useState<Readonly<Record<string, unknown>>>({ layout: 'end_stage' })
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const save = useCommand(addVenueConfiguration, { refresh, quiet: [409, 422] })

  async function submit(): Promise<void> {
    try {
      const { name, layout, capacity } = draft
      const { id } = await save.mutateAsync({
        params: { id: venueId },
        input: {
          name: String(name ?? ''),
          layout: venueLayouts.find((one) => one === layout) ?? 'end_stage',
          capacity: Number(capacity ?? 0),
        },
      })
      onSaved(id)
      onClose()
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblems(failure.body.fields ?? { name: failure.message })
    }
  }

  return (
    <Dialog title={t('New configuration')} onClose={onClose} isBusy={save.isPending}>
      <form
        noValidate
        className={classes['stack']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {/* Names of their own: the venue's form behind has a name and a capacity too. */}
        <div className={classes['fields']}>
          {keys.map((key) => (
            <div key={key}>
              {inputOf(venueConfigurations.fields[key], {
                name: `configuration.${key}`,
                value: draft[key],
                error: problems[key],
                errors: problems,
                readOnly: false,
                draft,
                record: null,
                onChange: (value) => {
                  setDraft((before) => ({ ...before, [key]: value }))
                  setProblems({})
                },
              })}
            </div>
          ))}
        </div>
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={save.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('Create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
