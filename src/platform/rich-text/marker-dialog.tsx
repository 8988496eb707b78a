import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import { parseLinkElement } from '../../core/resource/link-marker.ts'
import { useResources } from '../../ui/resource/resources.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { FoundRecords } from '../search/search.ts'
import { searchRecords } from '../search/search.ts'
import { codeOf, fixedElements } from './marker-targets.ts'
import classes from './rich-text.module.css'
import { useMarkers } from './use-markers.web.ts'

const searchDelay = 200

/** A marker's own words must not end it. */
const cleanText = (text: string) => text.replace(/:{2,}/g, ':').replaceAll('|element=', ' ').replace(/\s+/g, ' ').trim()

/**
 * Creates a link marker: its words, and a target that is either a record of any resource that the user can see or a
 * place of the website.
 */
export function MarkerDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { from, to } = editor.state.selection
  const [text, setText] = useState(() => cleanText(editor.state.doc.textBetween(from, to, ' ')))
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search, searchDelay)
  const [element, setElement] = useState('')
  const may = useMay()
  const resources = useResources().filter(
    ({ name, operations, access }) => codeOf(name) !== null && operations.includes('list') && may('ui', access.object),
  )
  const labels = new Map(resources.map(({ name, label }) => [name, label[0]]))
  const of = resources.map(({ name }) => name).join(',')
  const { data = [] } = useQuery({
    queryKey: [t('marker search'), of, q],
    enabled: q.trim() !== '' && of !== '',
    queryFn: async ({ signal }) =>
      (await http.request('GET', searchRecords.path, { params: { q, of, limit: '5' }, signal })).data as FoundRecords,
  })
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
        <TextInput
          type="search"
          label={t('Leads to')}
          placeholder={t('A city, event, performer, product …')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <div className={classes['results']} role="group" aria-label={t('Found')}>
          {data.flatMap(({ resource, records }) =>
            records.map(({ id, title, details }) => {
              const wanted = `${codeOf(resource)}-${id}`
              return (
                <button
                  key={wanted}
                  type="button"
                  aria-pressed={wanted === element}
                  onClick={() => {
                    setElement(wanted)
                    if (cleanText(text) === '') setText(cleanText(title))
                  }}
                >
                  <strong>{title}</strong>{' '}
                  <span>{[t(labels.get(resource) ?? resource), ...details.slice(0, 1)].join(' · ')}</span>
                </button>
              )
            }),
          )}
          {q.trim() !== '' && data.every(({ records }) => records.length === 0) && <p>{t('Nothing found')}</p>}
        </div>
        <div className={classes['pair']}>
          <NativeSelect
            label={t('Or a place of the website')}
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
            {t('This leads nowhere: {fault}.', { fault })}
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
