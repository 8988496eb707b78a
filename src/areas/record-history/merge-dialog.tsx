import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Button, Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { pathOf } from '../../kit/endpoint.ts'
import { labelOf } from '../../kit/fields.ts'
import { http } from '../../kit/http-client.web.ts'
import { t } from '../../kit/language.ts'
import type { Filter } from '../../kit/list-query.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { inSentence } from '../../kit/resource.ts'
import { ChangeTable } from '../../ui/change-table.tsx'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import type { Choices, MergeProps } from '../../kit/screens/record-care.tsx'
import { useReferenceTitles } from '../../kit/screens/reference-titles.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { rich } from '../../ui/rich.tsx'
import type { Titles } from '../audit/value-words.ts'
import { nothing, valueWords } from '../audit/value-words.ts'
import { agoWords, exactWords } from './moments.ts'
import { historyEndpoint } from './record-calls.ts'
import classes from './record-history.module.css'
import { titlesIn } from './value-titles.ts'

type Values = Readonly<Record<string, unknown>>
interface Saver { readonly name: string; readonly at: string }

/** Who saved the version that was in the way. Nothing is said while that is not known. */
function useSaver(resource: AnyResource, { id, version }: AnyRecord): Saver | null {
  const { data } = useQuery({
    queryKey: [resource.name, 'history', id, version, 'saver'],
    queryFn: async ({ signal }) => {
      const { data: page } = await http.request('GET', pathOf(historyEndpoint(resource), { id }), { signal, quiet: 'everything' })
      // Edge: the endpoint's own schema is what the server answers by.
      const { versions: [last] } = page as { versions: { actorName: string; realActorName: string | null; at: string }[] }
      return last ? { name: last.realActorName ?? last.actorName, at: last.at } : null
    },
    retry: false,
  })
  return data ?? null
}

/** The titles that values of the form need and the stored record does not carry. */
function useTitles(resource: AnyResource, record: AnyRecord, values: readonly Values[]): Titles {
  const ids: Record<string, number[]> = {}
  for (const [key, field] of Object.entries(resource.fields)) {
    const found = 'to' in field ? values.flatMap((some) => [some[key]].flat()).filter((id): id is number => Number.isSafeInteger(id)) : []
    if (found.length > 0) ids[key] = [...new Set(found)]
  }
  const { titleOf } = useReferenceTitles(resource, ids satisfies Filter)
  const titles = Object.fromEntries(Object.entries(titlesIn(resource, record)).map(([name, known]) => [name, { ...known }]))
  for (const [key, wanted] of Object.entries(ids)) {
    const field = resource.fields[key]
    if (!field || !('to' in field)) continue
    const known = titles[field.to] ??= {}
    for (const id of wanted) known[String(id)] ??= titleOf(field.to, id)
  }
  return titles
}

/**
 * What two people changed at once, side by side. Neither side is chosen at first: with one's own preset, Enter would
 * overwrite what a colleague has just saved, unseen, which is what the check of versions is there to prevent.
 */
export function MergeDialog({ of: resource, theirs, mine, conflicts, taken, isSaving, onSave, onClose }: MergeProps) {
  const [choices, setChoices] = useState<Choices>({})
  const [isAsked, setAsked] = useState(false)
  const saver = useSaver(resource, theirs)
  const before = Object.fromEntries(taken.map((difference) => [difference.key, difference.before]))
  const titles = useTitles(resource, theirs, [mine, before])
  const one = inSentence(t(resource.label[0]))
  const open = conflicts.filter(({ key }) => choices[key] === undefined)
  const say = (key: string, value: unknown, beside: Values) => valueWords(resource.fields[key], value, { beside, zone: null, titles })
  const labelled = (key: string) => labelOf(key, resource.fields[key] ?? {})
  const all = (side: 'theirs' | 'mine') => setChoices(Object.fromEntries(conflicts.map(({ key }) => [key, side])))

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (open.length === 0) return onSave(choices)
    setAsked(true)
    document.getElementById(`merge-${open[0]?.key ?? ''}-theirs`)?.focus()
  }

  return (
    <Dialog title={t('This {one} was changed while you edited it', { one })} onClose={onClose} size={760}>
      <form noValidate onSubmit={submit} className={classes['merge']}>
        <p>
          {saver ? <>{rich('{name} saved it {agoWords} ({exactWords}).', { name: <strong>{saver.name}</strong>, agoWords: agoWords(saver.at, Date.now()), exactWords: <time dateTime={saver.at}>{exactWords(saver.at)}</time> })}</> : t('Somebody saved this {one} before you.', { one })}
          {' '}{conflicts.length > 0 ? t('What you typed is kept. Choose what holds where both of you changed the same field.') : t('What you typed is kept and in nobody’s way.')}
        </p>
        {conflicts.length > 1 && (
          <div className={classes['buttonsStart']}>
            <Button variant="default" size="compact-sm" onClick={() => all('theirs')}>{t('All of theirs')}</Button>
            <Button variant="default" size="compact-sm" onClick={() => all('mine')}>{t('All of mine')}</Button>
          </div>
        )}
        {conflicts.map(({ key, theirs: value, mine: own }, index) => {
          const isMissing = isAsked && choices[key] === undefined
          return (
            <fieldset key={key} className={classes['conflict']} role="radiogroup" aria-describedby={isMissing ? `merge-${key}-error` : undefined}>
              <legend>{labelled(key)}</legend>
              <div className={classes['sides']}>
                {([['theirs', t('Theirs'), say(key, value, theirs)], ['mine', t('Mine'), say(key, own, { ...theirs, ...mine })]] as const).map(([side, name, words]) => (
                  <label key={side} className={classes['side']} data-chosen={choices[key] === side}>
                    <Radio
                      id={`merge-${key}-${side}`} name={`merge-${key}`} value={side} checked={choices[key] === side} aria-label={`${name}: ${words}`}
                      {...(index === 0 && side === 'theirs' && { 'data-autofocus': true })}
                      onChange={() => setChoices((some) => ({ ...some, [key]: side }))}
                    />
                    <span><strong>{name}</strong><bdi className={classes['value']}>{words}</bdi></span>
                  </label>
                ))}
              </div>
              {isMissing && <p className={classes['error']} id={`merge-${key}-error`}>{t('Choose theirs or mine.')}</p>}
            </fieldset>
          )
        })}
        {taken.length > 0 && (
          <section aria-label={t('Taken over')}>
            <h3>{t('Changed by them alone, and taken over')}</h3>
            <ChangeTable
              label={t('Taken over')} before={t('Before')} after={t('Now')} blank={nothing}
              changes={taken.map((change) => ({ key: change.key, label: labelled(change.key), before: say(change.key, change.before, { ...theirs, ...before }), after: say(change.key, change.after, theirs) }))}
            />
          </section>
        )}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={isSaving}>{t('Back to the form')}</Button>
          <Button type="submit" loading={isSaving} {...(conflicts.length === 0 && { 'data-autofocus': true })}>{t('Save merged')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
