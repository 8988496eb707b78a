import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { OwnInputs } from '../../ui/resource/form-parts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { DoneBulkEdit } from './bulk-edits.ts'
import { bulkEditEndpoint } from './bulk-edits.ts'
import { BulkPreviewPanel } from './bulk-preview-panel.tsx'
import { tell } from './bulk-toasts.web.ts'
import { commandWords } from './bulk-labels.ts'
import type { Part } from './change-form.tsx'
import { ChangeForm, changeOf } from './change-form.tsx'
import { settle } from './own-bulk-edits.web.ts'
import { PlanForm } from './plan-form.tsx'
import type { Plan, Target, Work } from './use-preview.web.ts'

interface BulkEditDialogProps {
  readonly of: AnyResource
  /** `update` asks what to change; anything else is a command that says it all. */
  readonly action: string
  /** The records in words: `12 coupons`. */
  readonly what: string
  readonly target: Target
  /** The form's initial values. */
  readonly begin?: readonly Part[]
  /** The area's own inputs, by field. */
  readonly inputs?: OwnInputs
  onClose(): void
  onDone(): void
}

/** Asks what to change in many records, previews the result, and applies it. */
export function BulkEditDialog(props: BulkEditDialogProps) {
  const { of: resource, action, begin = [], inputs, onClose } = props
  // What was selected when it opened, even if the list behind it is read again and shows other rows.
  const [{ what, target }] = useState({ what: props.what, target: props.target })
  const [parts, setParts] = useState(begin)
  // What else has to be said first is asked.
  const isAsking = action === 'update' || action === 'plan'
  const [plan, setPlan] = useState<Plan>({})
  const [work, setWork] = useState<Work | null>(isAsking ? null : { ...target, action })
  const { run, isBusy, problems, refuse, forgetProblems } = useBulkEdit(props, () => isAsking && setWork(null))

  const problem = isAsking ? problems[''] : Object.values(problems).join(' ')
  const title =
    action === 'update'
      ? t('Edit {what}', { what })
      : t('{command} {what}', { command: commandWords(resource, action), what })
  return (
    <Dialog title={title} onClose={onClose} isBusy={isBusy} size={560}>
      {work === null && action === 'plan' && (
        <PlanForm
          plan={plan}
          problems={problems}
          onClose={onClose}
          onChange={(next) => {
            setPlan(next)
            forgetProblems()
          }}
          onPreview={() => {
            forgetProblems()
            setWork({ ...target, plan })
          }}
        />
      )}
      {work === null ? (
        action === 'update' && (
          <ChangeForm
            of={resource}
            parts={parts}
            inputs={inputs}
            problems={problems}
            onClose={onClose}
            onChange={(next) => {
              setParts(next)
              forgetProblems()
            }}
            onPreview={() => {
              forgetProblems()
              setWork({ ...target, change: changeOf(parts) })
            }}
          />
        )
      ) : (
        <BulkPreviewPanel
          of={resource}
          action={action}
          what={what}
          work={work}
          isBusy={isBusy}
          problem={problem || null}
          onClose={onClose}
          onRun={() => void run(work)}
          onBack={isAsking ? () => setWork(null) : null}
          onRefused={refuse}
        />
      )}
    </Dialog>
  )
}

/** Applies a bulk edit. `onRefused`: there is something to mend in the change itself. */
function useBulkEdit({ of: resource, onDone }: BulkEditDialogProps, onRefused: () => void) {
  const queries = useQueryClient()
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)

  /** Problems with the change itself are shown on its fields, whether the server or the form found them. */
  function refuse(failure: unknown): void {
    if (!(failure instanceof FailedRequest) || failure.shown) return
    setProblems({
      ...failure.body.fields,
      ...(Object.keys(failure.body.fields ?? {}).length === 0 && { '': failure.message }),
    })
    onRefused()
  }

  async function run(work: Work): Promise<void> {
    setBusy(true)
    try {
      const { data } = await http.request('POST', bulkEditEndpoint(resource).path, {
        body: work,
        quiet: [404, 409, 422, 429],
      })
      const edit = data as DoneBulkEdit
      await settle(queries, edit)
      tell(queries, resource, edit)
      onDone()
    } catch (failure) {
      setBusy(false)
      refuse(failure)
    }
  }

  return { run, isBusy, problems, refuse, forgetProblems: () => setProblems({}) }
}
