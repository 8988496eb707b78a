import type { Editor } from '@tiptap/core'
import type { RefObject } from 'react'
import { useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../core/i18n/language.ts'
import type { NamedRecord } from './marker-naming.web.ts'
import classes from './rich-text.module.css'
import type { MarkerChoice } from './use-marker-search.web.ts'
import { cleanText, useMarkerSearch } from './use-marker-search.web.ts'

const maxChoices = 8

interface MarkerSuggestionsProps {
  editor: Editor
  named: NamedRecord
  /** What the keys do while the list is open; true for those that it takes. */
  keys: RefObject<(event: KeyboardEvent) => boolean>
}

/** After an `@`, the records of the name that is being typed. The one that is picked becomes a link marker. */
export function MarkerSuggestions({ editor, named, keys }: MarkerSuggestionsProps) {
  const listId = useId()
  const found = useMarkerSearch(named.name)
  const choices = (found ?? []).slice(0, maxChoices)
  const [at, setAt] = useState({ name: '', place: 0 })
  const place = at.name === named.name ? Math.min(at.place, choices.length - 1) : 0
  const [element] = useState(() => Object.assign(document.createElement('div'), { className: classes['floating'] }))
  const { mount } = named
  // Its place follows the caret, also where the page or a dialog scrolls.
  useEffect(() => mount(element), [mount, element])

  function pick({ element: target, title }: MarkerChoice): void {
    const marker = { type: 'linkMarker', attrs: { text: cleanText(title), element: target } }
    editor
      .chain()
      .focus()
      .insertContentAt(named.range, [marker, { type: 'text', text: ' ' }])
      .run()
  }

  useEffect(() => {
    keys.current = ({ key }) => {
      const chosen = choices[place]
      if (!chosen) return false
      const step = { ArrowDown: 1, ArrowUp: -1 }[key]
      if (step !== undefined) setAt({ name: named.name, place: (place + step + choices.length) % choices.length })
      else if (key === 'Enter' || key === 'Tab') pick(chosen)
      else return false
      return true
    }
    return () => {
      keys.current = () => false
    }
  })

  const chosenId = choices.length > 0 ? `${listId}-${place}` : null
  useEffect(() => {
    const text = editor.view.dom
    text.setAttribute('aria-controls', listId)
    if (chosenId === null) text.removeAttribute('aria-activedescendant')
    else text.setAttribute('aria-activedescendant', chosenId)
    return () => {
      text.removeAttribute('aria-controls')
      text.removeAttribute('aria-activedescendant')
    }
  }, [editor, listId, chosenId])

  const isEmpty = found?.length === 0
  // An @ that stays one, with a sentence after it, has no list below it.
  const isHidden = named.name.trim() === '' ? named.name !== '' : isEmpty && named.name.includes(' ')
  return createPortal(
    <div className={classes['suggestions']} hidden={isHidden}>
      {choices.length === 0 && (
        <p role="status">{isEmpty ? t('Nothing found') : t('Type the name of a city, event, performer, product …')}</p>
      )}
      <div id={listId} role="listbox" aria-label={t('Records to link to')} hidden={choices.length === 0}>
        {choices.map((choice, index) => (
          <div
            key={choice.element}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === place}
            // The text keeps the focus, and with it the place to insert at.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(choice)}
          >
            <strong>{choice.title}</strong> <span>{choice.about}</span>
          </div>
        ))}
      </div>
    </div>,
    element,
  )
}
