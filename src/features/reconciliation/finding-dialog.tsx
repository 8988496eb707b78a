import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { RecordOf } from '../../core/resource/resource.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useCommand } from '../../ui/resource/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { FindingCommand } from './finding-rules.ts'
import { decideFinding } from './reconciliation.endpoints.ts'
import { reconciliationFindings } from './reconciliation-findings.ts'
import classes from './reconciliation.module.css'

interface FindingDialogProps {
  readonly finding: RecordOf<typeof reconciliationFindings>
  readonly command: FindingCommand
  readonly onClose: () => void
  readonly onDone: () => void
}

const texts = {
  explain: { title: msg('Explain finding'), verb: msg('Explain'), done: msg('Finding explained') },
  close: { title: msg('Close finding'), verb: msg('Close finding'), done: msg('Finding closed') },
  reopen: { title: msg('Reopen finding'), verb: msg('Reopen'), done: msg('Finding reopened') },
} as const

/** Asks for the reason, and decides. */
export function FindingDialog({ finding, command, onClose, onDone }: FindingDialogProps) {
  const [explanation, setExplanation] = useState(command === 'reopen' ? '' : (finding.explanation ?? ''))
  const [problem, setProblem] = useState<string>()
  const decide = useCommand(decideFinding, { refresh: [reconciliationFindings], quiet: [409, 412, 422] })
  const { title, verb, done } = texts[command]

  async function run(): Promise<void> {
    try {
      const { id, version } = finding
      await decide.mutateAsync({ params: { id }, input: { version, command, explanation } })
      toast.success(t(done))
      onDone()
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblem(failure.body.fields?.['explanation'] ?? failure.message)
    }
  }
  return (
    <Dialog title={t(title)} onClose={onClose}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        {command === 'close' && <p>{t('It opens again if the next check still finds it.')}</p>}
        <Textarea
          label={t('Explanation')}
          required={command === 'explain'}
          maxLength={1000}
          autosize
          minRows={3}
          value={explanation}
          error={problem}
          onChange={({ currentTarget: { value } }) => {
            setProblem(undefined)
            setExplanation(value)
          }}
        />
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={decide.isPending}>
            {t(verb)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
