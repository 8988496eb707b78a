import { IconNote } from '@tabler/icons-react'
import { t } from '../../core/i18n/language.ts'
import type { RecordPartProps } from '../../ui/resource/screen-parts.web.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import classes from './notes.module.css'
import { panelId, useNotes } from './notes.web.ts'

/** A mark beside the title that links to the notes, so that they aren't overlooked. Empty when there are none. */
export function NotesMark({ of: resource, record }: Pick<RecordPartProps, 'of' | 'record'>) {
  const {
    answer: { data },
  } = useNotes(resource, record)
  const [{ locale }, setQuery] = useRouteQuery()
  if (!data || data.notes.length === 0) return null

  function show(): void {
    // In the texts of another language the form is away, and the notes with it.
    if (locale !== undefined) setQuery({ locale: null })
    requestAnimationFrame(() => {
      const panel = document.getElementById(panelId)
      panel?.scrollIntoView({ block: 'center' })
      panel?.focus({ preventScroll: true })
    })
  }

  return (
    <button type="button" className={classes['mark']} onClick={show}>
      <IconNote size={14} aria-hidden /> {t('{n, plural, one {# note} other {# notes}}', { n: data.notes.length })}
    </button>
  )
}
