import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { Failure } from '../../ui/resource/states.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { span } from './due-labels.ts'
import type { StepDeadline } from './order-queues.endpoints.ts'
import { changeStepDeadline, readStepDeadlines } from './order-queues.endpoints.ts'
import { purchases } from './purchases.ts'
import classes from './deadlines.module.css'

/** How long staff have for each next step. Each is saved by itself. */
export function DeadlinesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useAnswer(readStepDeadlines)
  return (
    <Dialog title={t('Deadlines for next steps')} onClose={onClose}>
      <p className={classes['hint']}>{t('Orders already waiting keep their deadline.')}</p>
      {error && <Failure error={error} onRetry={() => void refetch()} what={t('Deadlines')} />}
      {data?.map((deadline) => (
        <Deadline key={deadline.nextStep} deadline={deadline} onSaved={() => void refetch()} />
      ))}
    </Dialog>
  )
}

function Deadline({ deadline, onSaved }: { deadline: StepDeadline; onSaved: () => void }) {
  const { nextStep, withinMinutes } = deadline
  const [text, setText] = useState(String(withinMinutes))
  const [problem, setProblem] = useState<string | null>(null)
  const change = useCommand(changeStepDeadline, { quiet: [422] })
  const label = t(purchases.fields.nextStep.labels[nextStep])
  async function save(): Promise<void> {
    try {
      await change.mutateAsync({ input: { nextStep, withinMinutes: Number(text.trim() || 'x') } })
      toast.success(t('Deadline saved: {label}', { label }))
      onSaved()
    } catch (failure) {
      if (failure instanceof FailedRequest && failure.status === 422)
        setProblem(failure.body.fields?.['withinMinutes'] ?? failure.message)
    }
  }
  return (
    <form
      className={classes['row']}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextInput
        label={t('{label}, minutes', { label })}
        description={span(withinMinutes * 60_000)}
        inputMode="numeric"
        value={text}
        error={problem}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setProblem(null)
        }}
      />
      {text !== String(withinMinutes) && (
        <Button type="submit" loading={change.isPending}>
          {t('Save')}
        </Button>
      )}
    </form>
  )
}
