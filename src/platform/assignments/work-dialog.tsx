import { Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import type { CommandProps } from '../../ui/resource/screen-parts.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import type { AssignmentResults } from './assignments.ts'
import classes from './assignments.module.css'

export interface WorkDialogProps extends CommandProps {
  readonly onClose: () => void
}

interface FrameProps extends WorkDialogProps {
  readonly title: string
  /** What the button says. */
  readonly submit: string
  /** What the toast says once it is done, by how many records have changed. */
  readonly done: (n: number) => string
  /** A record's value now, and what it will be. */
  readonly preview: (record: AnyRecord) => readonly [now: string, then: string]
  readonly isReady: boolean
  readonly run: (reason: string | null) => Promise<AssignmentResults>
  readonly children: ReactNode
}

/** What is about to happen to each record, why, and what became of it. */
export function WorkDialog({
  of: resource,
  records,
  onDone,
  onClose,
  title,
  submit,
  done,
  preview,
  isReady,
  run,
  children,
}: FrameProps) {
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [answer, setAnswer] = useState<AssignmentResults | null>(null)

  async function send(): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      const results = await run(reason.trim() || null)
      const changed = results.results.filter(({ isChanged }) => isChanged).length
      if (changed > 0) toast.success(done(changed))
      else toast.warning(done(changed))
      // Where all went as the preview said there is nothing more to read.
      if (changed === records.length) finish()
      else setAnswer(results)
    } catch (failure) {
      if (!(failure instanceof FailedRequest) || failure.status !== 422) return
      setProblem(Object.values(failure.body.fields ?? {})[0] ?? failure.message)
    } finally {
      setBusy(false)
    }
  }
  function finish(): void {
    onClose()
    onDone?.()
  }
  return (
    <Dialog title={title} onClose={answer ? finish : onClose}>
      <form
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          if (answer) finish()
          else if (isReady && !isBusy) void send()
        }}
      >
        {!answer && (
          <>
            {children}
            <TextInput
              label={t('Reason')}
              description={t('Optional. Kept in the audit.')}
              value={reason}
              maxLength={500}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </>
        )}
        {problem !== null && <Problem text={problem} />}
        <Rows of={resource} records={records} preview={preview} answer={answer} />
        <div className={classes['buttons']}>
          {!answer && (
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
          )}
          <Button type="submit" loading={isBusy} disabled={!answer && !isReady}>
            {answer ? t('Done') : submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const Problem = ({ text }: { readonly text: string }) => (
  <p className={classes['problem']} role="alert">
    {text}
  </p>
)

function Rows({
  of: resource,
  records,
  preview,
  answer,
}: Pick<FrameProps, 'of' | 'records' | 'preview'> & Pick<RowProps, 'answer'>) {
  return (
    <div className={classes['rows']} tabIndex={0} role="group" aria-label={answer ? t('Results') : t('Preview')}>
      <table>
        <tbody>
          {records.map((record) => (
            <Row
              key={record.id}
              record={record}
              title={record[resource.title]}
              preview={preview(record)}
              answer={answer}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  readonly record: AnyRecord
  /** What its kind calls it by. */
  readonly title: unknown
  readonly preview: readonly [now: string, then: string]
  readonly answer: AssignmentResults | null
}

function Row({ record, title, preview: [now, then], answer }: RowProps) {
  const result = answer?.results.find(({ id }) => id === record.id)
  const name = result?.title ?? String(title ?? `#${record.id}`)
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        {now === then || result?.isChanged === false ? (
          <span className={classes['same']}>{t('No change')}</span>
        ) : (
          <>
            <span className={classes['same']}>{now} → </span>
            {then}
          </>
        )}
      </td>
    </tr>
  )
}

/** Ids of records, as the calls take them. */
export function idsOf(records: readonly AnyRecord[]): number[] {
  return records.map(({ id }) => id)
}
