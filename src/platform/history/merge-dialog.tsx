import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Button, Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { pathOf } from '../../core/http/endpoint.ts'
import { labelOf } from '../../core/resource/fields.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import type { Filter } from '../../core/list/list-query.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { ChangeTable } from '../../ui/change-table.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import type { Choices, MergeProps } from '../../ui/resource/record-tools.tsx'
import { useReferenceTitles } from '../../ui/resource/reference-titles.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { rich } from '../../ui/rich.tsx'
import type { Titles } from '../audit/value-labels.ts'
import { nothing, valueWords } from '../audit/value-labels.ts'
import { agoWords, exactWords } from './moments.ts'
import { historyEndpoint } from './record.endpoints.ts'
import classes from './record-history.module.css'
import { titlesIn } from './value-titles.ts'

type Values = Readonly<Record<string, unknown>>
interface Saver {
  readonly name: string
  readonly at: string
}

/** Who saved the version that was in the way. Nothing is said while that is not known. */
function useSaver(resource: AnyResource, { id, version }: AnyRecord): Saver | null {
  const { data } = useQuery({
    queryKey: [resource.name, 'history', id, version, 'saver'],
    queryFn: async ({ signal }) => {
      const { data: page } = await http.request('GET', pathOf(historyEndpoint(resource), { id }), {
        signal,
        quiet: 'everything',
      })
      // Edge: the endpoint's own schema is what the server answers by.
      const {
        versions: [last],
      } = page as { versions: { actorName: string; realActorName: string | null; at: string }[] }
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
    const found =
      'to' in field
        ? values.flatMap((some) => [some[key]].flat()).filter((id): id is number => Number.isSafeInteger(id))
        : []
    if (found.length > 0) ids[key] = [...new Set(found)]
  }
  const { titleOf } = useReferenceTitles(resource, ids satisfies Filter)
  const titles = Object.fromEntries(
    Object.entries(titlesIn(resource, record)).map(([name, known]) => [name, { ...known }]),
  )
  for (const [key, wanted] of Object.entries(ids)) {
    const field = resource.fields[key]
    if (!field || !('to' in field)) continue
    const known = (titles[field.to] ??= {})
    for (const id of wanted) known[String(id)] ??= titleOf(field.to, id)
  }
  return titles
}

/**
 * Two people's conflicting changes, side by side. Neither side is selected at first: if the user's own were, Enter
 * would overwrite a colleague's new changes unseen, which is what the version check is there to prevent.
 */
export function MergeDialog({ of: resource, theirs, mine, conflicts, taken, isSaving, onSave, onClose }: MergeProps) {
  const [choices, setChoices] = useState<Choices>({})
  const [isAsked, setAsked] = useState(false)
  const saver = useSaver(resource, theirs)
  const before = Object.fromEntries(taken.map((difference) => [difference.key, difference.before]))
  const titles = useTitles(resource, theirs, [mine, before])
  const one = inSentence(t(resource.label[0]))
  const open = conflicts.filter(({ key }) => choices[key] === undefined)
  const say = (key: string, value: unknown, beside: Values) =>
    valueWords(resource.fields[key], value, { beside, zone: null, titles })
  const labelled = (key: string) => labelOf(key, resource.fields[key] ?? {})
  const all = (side: 'theirs' | 'mine') => setChoices(Object.fromEntries(conflicts.map(({ key }) => [key, side])))

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (open.length === 0) return onSave(choices)
    setAsked(true)
    document.getElementById(`merge-${open[0]?.key ?? ''}-theirs`)?.focus()
  }

  return (
    <Dialog
      title={t('This {one} changed while you were editing', { one })}
      onClose={onClose}
      isBusy={isSaving}
      size={760}
    >
      <form noValidate onSubmit={submit} className={classes['merge']}>
        <p>
          <SavedBy saver={saver} one={one} />{' '}
          {conflicts.length > 0
            ? t('Your text is kept. Choose which value to keep where you both changed the same field.')
            : t('Your text is kept. Colleagues can still save.')}
        </p>
        {conflicts.length > 1 && <SideButtons onChoose={all} />}
        {conflicts.map(({ key, theirs: value, mine: own }, index) => (
          <Conflict
            key={key}
            name={key}
            label={labelled(key)}
            theirs={say(key, value, theirs)}
            mine={say(key, own, { ...theirs, ...mine })}
            choice={choices[key]}
            isFirst={index === 0}
            isMissing={isAsked && choices[key] === undefined}
            onChoose={(side) => setChoices((some) => ({ ...some, [key]: side }))}
          />
        ))}
        {taken.length > 0 && (
          <section aria-label={t('Taken over')}>
            <h3>{t('Changed only by them, and kept')}</h3>
            <ChangeTable
              label={t('Taken over')}
              before={t('Before')}
              after={t('Now')}
              blank={nothing}
              changes={taken.map((change) => ({
                key: change.key,
                label: labelled(change.key),
                before: say(change.key, change.before, { ...theirs, ...before }),
                after: say(change.key, change.after, theirs),
              }))}
            />
          </section>
        )}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={isSaving}>
            {t('Back to the form')}
          </Button>
          <Button type="submit" loading={isSaving} {...(conflicts.length === 0 && { 'data-autofocus': true })}>
            {t('Save merged')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Who was faster, and when. */
function SavedBy({ saver, one }: { saver: Saver | null; one: string }) {
  if (!saver) return t('This {one} was saved before you.', { one })
  return rich('{name} saved it {agoWords} ({exactWords}).', {
    name: <strong>{saver.name}</strong>,
    agoWords: agoWords(saver.at, Date.now()),
    exactWords: <time dateTime={saver.at}>{exactWords(saver.at)}</time>,
  })
}

/** Buttons that choose the same side everywhere. */
function SideButtons({ onChoose }: { onChoose: (side: 'theirs' | 'mine') => void }) {
  return (
    <div className={classes['buttonsStart']}>
      <Button variant="default" size="compact-sm" onClick={() => onChoose('theirs')}>
        {t('All of theirs')}
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => onChoose('mine')}>
        {t('All of mine')}
      </Button>
    </div>
  )
}

interface ConflictProps {
  readonly name: string
  readonly label: string
  readonly theirs: string
  readonly mine: string
  readonly choice: Choices[string] | undefined
  readonly isFirst: boolean
  /** Whether it has to be chosen, and is not. */
  readonly isMissing: boolean
  readonly onChoose: (side: 'theirs' | 'mine') => void
}

/** One field that both have changed: either value can be chosen. */
function Conflict({ name, label, theirs, mine, choice, isFirst, isMissing, onChoose }: ConflictProps) {
  const sides = [
    ['theirs', t('Theirs'), theirs],
    ['mine', t('Mine'), mine],
  ] as const
  return (
    <fieldset
      className={classes['conflict']}
      role="radiogroup"
      aria-describedby={isMissing ? `merge-${name}-error` : undefined}
    >
      <legend>{label}</legend>
      <div className={classes['sides']}>
        {sides.map(([side, whose, words]) => (
          <label key={side} className={classes['side']} data-chosen={choice === side}>
            <Radio
              id={`merge-${name}-${side}`}
              name={`merge-${name}`}
              value={side}
              checked={choice === side}
              aria-label={`${whose}: ${words}`}
              {...(isFirst && side === 'theirs' && { 'data-autofocus': true })}
              onChange={() => onChoose(side)}
            />
            <span>
              <strong>{whose}</strong>
              <bdi className={classes['value']}>{words}</bdi>
            </span>
          </label>
        ))}
      </div>
      {isMissing && (
        <p className={classes['error']} id={`merge-${name}-error`}>
          {t('Choose one version.')}
        </p>
      )}
    </fieldset>
  )
}
