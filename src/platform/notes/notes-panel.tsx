import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import type { RecordPartProps } from '../../ui/resource/screen-parts.web.ts'
import { useRouteHash } from '../../ui/navigation.tsx'
import { noteShortcut, useShortcut } from '../../ui/shortcuts.web.ts'
import { NoteItem } from './note-item.tsx'
import { NoteWriter } from './note-writer.tsx'
import type { Note } from './notes.ts'
import { maxNotes, placeOfNote } from './notes.ts'
import classes from './notes.module.css'
import { panelId, useNotes } from './notes.web.ts'

/** Notes that are shown before the user asks for the rest. */
const shownAtFirst = 3

/**
 * The staff notes on a record, newest first, with an input for another one. It is inside a form, so it isn't one
 * itself.
 */
export function NotesPanel({ of: resource, record }: Pick<RecordPartProps, 'of' | 'record'>) {
  const { answer, calls, isOffered, mayWrite, isSuperUser } = useNotes(resource, record)
  const [isWriting, setWriting] = useState(false)
  const refresh = async () => void (await answer.refetch())
  useShortcut(noteShortcut, () => setWriting(true), isOffered && mayWrite && !isWriting)
  if (!isOffered) return null
  return (
    <div id={panelId} tabIndex={-1} className={classes['place']}>
      <AnswerPanel
        title={t('Staff notes')}
        answer={answer}
        waiting={<p className={classes['quiet']}>{t('Loading…')}</p>}
        commands={
          mayWrite &&
          !isWriting && (
            <Button variant="default" size="compact-sm" onClick={() => setWriting(true)}>
              {t('Add note')}
            </Button>
          )
        }
      >
        {({ notes, hasMore }) => (
          <>
            {isWriting && (
              <Adder
                of={resource}
                id={record.id}
                calls={calls}
                onDone={() => {
                  setWriting(false)
                  void refresh()
                }}
                onCancel={() => setWriting(false)}
              />
            )}
            {notes.length === 0 ? (
              !isWriting && <p className={classes['quiet']}>{t('No notes yet.')}</p>
            ) : (
              <NoteList
                notes={notes}
                hasMore={hasMore}
                id={record.id}
                calls={calls}
                mayWrite={mayWrite}
                isSuperUser={isSuperUser}
                onChange={refresh}
              />
            )}
          </>
        )}
      </AnswerPanel>
    </div>
  )
}

interface AdderProps {
  of: AnyResource
  id: AnyRecord['id']
  calls: ReturnType<typeof useNotes>['calls']
  onDone: () => void
  onCancel: () => void
}

function Adder({ id, calls, onDone, onCancel }: AdderProps) {
  const add = useCommand(calls.add, { quiet: [422] })
  return (
    <NoteWriter
      label={t('New note')}
      people={calls.people}
      submit={t('Save note')}
      onCancel={onCancel}
      onSubmit={async (body) => {
        await add.mutateAsync({ params: { id }, input: { body } })
        onDone()
      }}
    />
  )
}

interface NoteListProps {
  notes: readonly Note[]
  hasMore: boolean
  id: number
  calls: ReturnType<typeof useNotes>['calls']
  mayWrite: boolean
  isSuperUser: boolean
  onChange: () => Promise<void>
}

function NoteList({ notes, hasMore, ...rest }: NoteListProps) {
  const named = useRouteHash()
  const isNamedOlder = notes.slice(shownAtFirst).some(({ id }) => placeOfNote(id) === named)
  const [isWhole, setWhole] = useState(false)
  const others = notes.length - shownAtFirst
  const shown = isWhole || isNamedOlder || others <= 1 ? notes : notes.slice(0, shownAtFirst)
  return (
    <>
      <ol className={classes['list']} aria-label={t('Notes, newest first')}>
        {shown.map((note) => (
          <NoteItem key={note.id} note={note} {...rest} />
        ))}
      </ol>
      {shown.length < notes.length && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setWhole(true)}>
          {t('{n} older notes', { n: others })}
        </Button>
      )}
      {hasMore && shown.length === notes.length && (
        <p className={classes['quiet']}>{t('Only the newest {n} are shown.', { n: maxNotes })}</p>
      )}
    </>
  )
}
