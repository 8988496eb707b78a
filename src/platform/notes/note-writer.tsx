import { Button } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { useLeaveGuard } from '../../ui/navigation.tsx'
import { useOnce } from '../../ui/once.web.ts'
import { MentionInput } from './mention-input.tsx'
import type { noteCalls } from './notes.ts'
import classes from './notes.module.css'

interface NoteWriterProps {
  label: string
  people: ReturnType<typeof noteCalls>['people']
  initial?: string
  /** The button's label. */
  submit: string
  /** Stores it and closes the input. Can throw the server's answer; a 422 is shown next to the text. */
  onSubmit: (body: string) => Promise<void>
  onCancel: () => void
}

/**
 * The input for a note. Ctrl+Enter saves it, Escape closes it as long as nothing was typed. Not a form, because it is
 * inside one.
 */
export function NoteWriter({ label, people, initial = '', submit, onSubmit, onCancel }: NoteWriterProps) {
  const [body, setBody] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const { isBusy, once } = useOnce()
  const isTyped = body.trim() !== initial.trim()
  const input = useRef<HTMLTextAreaElement>(null)
  useEffect(() => input.current?.focus(), [])
  useLeaveGuard(isTyped && !isBusy)

  async function store(): Promise<void> {
    if (body.trim() === '') return setProblem(t('Write the note.'))
    try {
      await once(() => onSubmit(body))
    } catch (failure) {
      // Whatever else went wrong has been shown by the client; the text stays.
      if (failure instanceof FailedRequest && failure.status === 422)
        setProblem(failure.body.fields?.['body'] ?? failure.message)
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void store()
    } else if (event.key === 'Escape' && !isTyped) onCancel()
  }

  return (
    <div className={classes['writer']}>
      <MentionInput
        input={input}
        people={people}
        label={label}
        description={t('Only staff see it. Write @ to notify a colleague.')}
        autosize
        minRows={2}
        maxRows={10}
        value={body}
        error={problem}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onKeyDown={onKeyDown}
        onChange={(text) => {
          setBody(text)
          setProblem(undefined)
        }}
      />
      <div className={classes['buttons']}>
        <Button variant="default" size="compact-sm" disabled={isBusy} onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button size="compact-sm" loading={isBusy} onClick={() => void store()}>
          {submit}
        </Button>
      </div>
    </div>
  )
}
