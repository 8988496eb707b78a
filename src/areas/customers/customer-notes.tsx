import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { formatInstant } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import { FailedRequest } from '../../kit/request-errors.web.ts'
import { useCommand } from '../../kit/screens/client.web.ts'
import { useSession } from '../../kit/session.web.ts'
import { useLeaveGuard } from '../../ui/navigation.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import type { CustomerDetails } from './customer-calls.ts'
import { addCustomerNote, removeCustomerNote } from './customer-calls.ts'
import classes from './customers.module.css'

interface CustomerNotesProps { id: number; notes: CustomerDetails['notes']; mayWrite: boolean; onChange: () => Promise<unknown> }

/** What colleagues have noted, newest first, and room for one more. */
export function CustomerNotes({ id, notes, mayWrite, onChange }: CustomerNotesProps) {
  const isSuperUser = useSession()?.isSuperUser ?? false
  const [body, setBody] = useState('')
  const [problem, setProblem] = useState<string>()
  const add = useCommand(addCustomerNote, { quiet: [422] })
  const remove = useCommand(removeCustomerNote)
  useLeaveGuard(body.trim() !== '')

  async function submit(): Promise<void> {
    if (body.trim() === '') return setProblem(t('Write the note.'))
    try {
      await add.mutateAsync({ params: { id }, input: { body } })
      setBody('')
      await onChange()
    } catch (failure) {
      if (failure instanceof FailedRequest && failure.status === 422) setProblem(failure.body.fields?.['body'] ?? failure.message)
    }
  }

  async function takeBack(noteId: number): Promise<void> {
    // A failure has been shown by the client already.
    const done = await remove.mutateAsync({ params: { id, noteId } }).catch(() => null)
    if (done) toast.success(t('Note taken back'))
    await onChange()
  }

  return (
    <section className={classes['panel']} aria-label={t('Notes')}>
      <h2>{t('Notes')}</h2>
      {mayWrite && (
        <form className={classes['form']} noValidate onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}>
          <Textarea
            label={t('New note')} description={t('Only staff see it')} autosize minRows={2} maxRows={10} value={body} error={problem}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            onChange={(event) => {
              setBody(event.currentTarget.value)
              setProblem(undefined)
            }}
          />
          <Button type="submit" variant="default" loading={add.isPending}>{t('Add note')}</Button>
        </form>
      )}
      {notes.length === 0 ? <p className={classes['quiet']}>{t('Nobody has noted anything yet.')}</p> : (
        <ol className={classes['list']} aria-label={t('Notes, newest first')}>
          {notes.map((note) => (
            <li key={note.id}>
              <div className={classes['line']}>
                <p className={classes['note']}>{note.body}</p>
                {mayWrite && (note.isOwn || isSuperUser) && (
                  <Button
                    variant="subtle" color="gray" size="compact-xs" aria-label={t('Take back the note of {author}', { author: note.author })} disabled={remove.isPending}
                    onClick={() => void takeBack(note.id)}
                  >{t('Take back')}</Button>
                )}
              </div>
              <span className={classes['small']}>{note.author}, <time dateTime={note.createdAt}>{formatInstant(note.createdAt)}</time></span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
