import type { Editor } from '@tiptap/core'
import { useEffect } from 'react'
import { t } from '../../core/i18n/language.ts'
import classes from './rich-text.module.css'
import { useMarkers } from './use-markers.web.ts'

interface MarkerNotesProps {
  markers: readonly { readonly text: string; readonly element: string }[]
  within: Editor
}

/** Says of link markers that lead nowhere that they do, below the text and on them; tells of the others where they lead. */
export function MarkerNotes({ markers, within }: MarkerNotesProps) {
  const { titleOf, faultOf } = useMarkers(markers.map(({ element }) => element))
  const faults = markers.flatMap(({ text, element }) => {
    const fault = faultOf(element)
    return fault === null ? [] : [{ text: text || element, element, fault }]
  })
  const known = markers.map(({ element }) => `${element} ${faultOf(element) ?? titleOf(element) ?? ''}`).join('|')
  useEffect(() => {
    for (const chip of within.view.dom.querySelectorAll<HTMLElement>('[data-marker]')) {
      const element = chip.dataset['marker'] ?? ''
      const fault = faultOf(element)
      chip.title = fault ?? [titleOf(element), element].filter(Boolean).join(' · ')
      chip.classList.toggle(classes['broken'] ?? 'broken', fault !== null)
    }
    // What is known is all that this is about.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [known, within])
  return (
    <div role="status" aria-label={t('Broken link markers')}>
      {faults.length > 0 && (
        <ul className={classes['notes']}>
          {faults.map(({ text, element, fault }, place) => (
            <li key={`${element} ${place}`}>{t('“{text}” is a broken link: {fault}.', { text, fault })}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
