import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { formatInstant } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { confirmBox } from '../../ui/message-box-store.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { useRouteHash } from '../../ui/navigation.tsx'
import { NoteWriter } from './note-writer.tsx'
import type { Note, noteCalls } from './notes.ts'
import { placeOfNote } from './notes.ts'
import classes from './notes.module.css'

interface NoteItemProps {
  /** Of the item, where the place has a look of its own for it. */
  className?: string
  note: Note
  /** Of the record. */
  id: number
  calls: ReturnType<typeof noteCalls>
  mayWrite: boolean
  isSuperUser: boolean
  onChange: () => Promise<void>
}

/** One note with its author and time; the author can edit or delete it. */
export function NoteItem({ className, note, id, calls, mayWrite, isSuperUser, onChange }: NoteItemProps) {
  const [isEditing, setEditing] = useState(false)
  const change = useCommand(calls.change, { quiet: [422] })
  const remove = useCommand(calls.remove)
  const params = { id, noteId: note.id }
  const { place, isNamed } = useNamedNote(note.id)
  const author = note.author ?? t('A former colleague')

  async function deleteNote(): Promise<void> {
    const { action } = await confirmBox(t('This can’t be undone.'), t('Delete this note?'), {
      type: 'warning',
      confirmText: t('Delete'),
      danger: true,
    })
    if (action !== 'confirm') return
    // A failure has been shown by the client already.
    const done = await remove.mutateAsync({ params }).catch(() => null)
    if (done) toast.success(t('Note deleted'))
    await onChange()
  }

  if (isEditing) {
    return (
      <li className={className}>
        <NoteWriter
          label={t('Note')}
          people={calls.people}
          initial={note.body}
          submit={t('Save note')}
          onCancel={() => setEditing(false)}
          onSubmit={async (body) => {
            await change.mutateAsync({ params, input: { body } })
            await onChange()
            setEditing(false)
          }}
        />
      </li>
    )
  }
  return (
    <li
      ref={place}
      id={placeOfNote(note.id)}
      {...(isNamed && { tabIndex: -1, 'data-named': true })}
      className={[classes['item'], className].filter(Boolean).join(' ')}
    >
      <p className={classes['body']}>{note.body}</p>
      <div className={classes['foot']}>
        <Byline author={author} createdAt={note.createdAt} editedAt={note.editedAt} />
        <span className={classes['own']}>
          {mayWrite && note.isOwn && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-xs"
              aria-label={t('Change the note of {author}', { author })}
              onClick={() => setEditing(true)}
            >
              {t('Change')}
            </Button>
          )}
          {mayWrite && (note.isOwn || isSuperUser) && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-xs"
              aria-label={t('Delete the note of {author}', { author })}
              disabled={remove.isPending}
              onClick={() => void deleteNote()}
            >
              {t('Delete')}
            </Button>
          )}
        </span>
      </div>
    </li>
  )
}

function Byline({ author, createdAt, editedAt }: Pick<Note, 'createdAt' | 'editedAt'> & { author: string }) {
  return (
    <span>
      {author}, <time dateTime={createdAt}>{formatInstant(createdAt)}</time>
      {editedAt !== null && (
        <>
          , <time dateTime={editedAt}>{t('changed {when}', { when: formatInstant(editedAt) })}</time>
        </>
      )}
    </span>
  )
}

/** The address names a note, as news of a mention does: it comes into view, with the focus. */
function useNamedNote(id: number) {
  const place = useRef<HTMLLIElement>(null)
  const isNamed = useRouteHash() === placeOfNote(id)
  useEffect(() => {
    if (!isNamed) return
    place.current?.scrollIntoView({ block: 'center' })
    place.current?.focus({ preventScroll: true })
  }, [isNamed])
  return { place, isNamed }
}
