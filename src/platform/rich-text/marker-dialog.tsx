import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { parseLinkElement } from '../../core/resource/link-marker.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { fixedElements } from './marker-targets.ts'
import classes from './rich-text.module.css'
import { cleanText, useMarkerSearch } from './use-marker-search.web.ts'
import { useMarkers } from './use-markers.web.ts'

/**
 * Creates a link marker: its words, and a target that is either a record of any resource that the user can see or a
 * place of the website.
 */
export function MarkerDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { from, to } = editor.state.selection
  const [text, setText] = useState(() => cleanText(editor.state.doc.textBetween(from, to, ' ')))
  const [element, setElement] = useState('')
  const { faultOf, titleOf } = useMarkers(element === '' ? [] : [element])
  const isElement = parseLinkElement(element) !== null
  const fault = element === '' ? null : faultOf(element)
  const isReady = isElement && cleanText(text) !== ''

  function finish(): void {
    if (!isReady) return
    editor
      .chain()
      .focus()
      .insertContent({ type: 'linkMarker', attrs: { text: cleanText(text), element } })
      .run()
    onClose()
  }

  return (
    <Dialog title={t('Link marker')} onClose={onClose}>
      <form
        className={classes['dialog']}
        onSubmit={(event) => {
          event.preventDefault()
          // The form of the record is around this one in React's eyes.
          event.stopPropagation()
          finish()
        }}
      >
        <TextInput
          label={t('Text')}
          value={text}
          maxLength={200}
          data-autofocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <TargetSearch
          chosen={element}
          onChoose={(wanted, title) => {
            setElement(wanted)
            if (cleanText(text) === '') setText(cleanText(title))
          }}
        />
        <div className={classes['pair']}>
          <NativeSelect
            label={t('Or a site section')}
            value={fixedElements.includes(element) ? element : ''}
            data={['', ...fixedElements]}
            onChange={(event) => setElement(event.currentTarget.value)}
          />
          <TextInput
            label={t('Element')}
            value={element}
            onChange={(event) => setElement(event.currentTarget.value.trim())}
            description={titleOf(element) ?? undefined}
            error={
              element !== '' && !isElement ? t('This is not a known link, such as c-12 or special-nba.') : undefined
            }
          />
        </div>
        {isElement && fault !== null && (
          <p role="alert" className={classes['warning']}>
            {t('This link is broken: {fault}.', { fault })}
          </p>
        )}
        <div className={classes['dialogEnd']}>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={!isReady}>
            {t('Insert')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface TargetSearchProps {
  readonly chosen: string
  readonly onChoose: (element: string, title: string) => void
}

/** Finds the record that is linked to. */
function TargetSearch({ chosen, onChoose }: TargetSearchProps) {
  const [search, setSearch] = useState('')
  const found = useMarkerSearch(search)
  return (
    <>
      <TextInput
        type="search"
        label={t('Link to')}
        placeholder={t('A city, event, performer, product …')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className={classes['results']} role="group" aria-label={t('Found')}>
        {found?.map(({ element, title, about }) => (
          <button
            key={element}
            type="button"
            aria-pressed={element === chosen}
            onClick={() => onChoose(element, title)}
          >
            <strong>{title}</strong> <span>{about}</span>
          </button>
        ))}
        {found?.length === 0 && <p>{t('Nothing found')}</p>}
      </div>
    </>
  )
}
