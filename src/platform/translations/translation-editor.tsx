import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { labelOf } from '../../core/resource/fields.ts'
import { formatInstant } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { FormSkeleton, Failure } from '../../ui/resource/states.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { saveAndNextShortcut, saveShortcut, useShortcut } from '../../ui/shortcuts.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { readMemory } from './memory.endpoints.ts'
import { TextPair } from './text-pair.tsx'
import type { ReadTexts } from './texts.web.ts'
import { useTexts, useTranslate } from './texts.web.ts'
import { translatableFields } from './store/translatable.ts'
import classes from './translations.module.css'
import type { TypedTexts } from './typed-texts.ts'
import { keptOn, newTextsOf, partedBy, storedAs, typedOn, withoutSaved } from './typed-texts.ts'
import { languageName } from './store/language-names.ts'

interface EditorProps {
  of: AnyResource
  record: AnyRecord
  locale: string
  /** The source has changes that are not saved. */
  isDirty: boolean
  /** Opens the next record of the queue. */
  onNext?: (() => void) | undefined
  typed: TypedTexts
  onTyped: (change: (before: TypedTexts) => TypedTexts) => void
}

/** The texts of a record in a language, each beside its source. */
export function TranslationEditor(props: EditorProps) {
  const { data, error, refetch } = useTexts(props.of, props.record, props.locale)
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} what={t('Translation')} />
  if (!data) return <FormSkeleton />
  return <LoadedEditor {...props} read={data} />
}

function LoadedEditor(props: EditorProps & { read: ReadTexts }) {
  const { locale, isDirty, onNext, read, typed, onTyped } = props
  const mayTranslate = useMay()('write', 'translations')
  const { save, isSaving, problems, forgetProblem } = useSave(props)
  const { texts, name } = read.texts
  const changed = Object.keys(typed)
  useShortcut(saveShortcut, () => void save(), mayTranslate)
  const moveOn = useMoveOn({ read, isSaved: changed.length === 0, locale, onNext })
  useShortcut(saveAndNextShortcut, () => void moveOn(save), mayTranslate)

  useFieldOfAddress(locale)

  /** Approves all existing texts as they are. */
  function approveAll(): void {
    const all = texts.filter((text) => storedAs(typedOn(text, typed[text.field], {})) !== null)
    void save(
      Object.fromEntries(all.map((text) => [text.field, typedOn(text, typed[text.field], { status: 'approved' })])),
    )
  }

  const isAllApproved =
    texts.every(({ text, status }) => text === null || status === 'approved') && changed.length === 0
  return (
    <form
      className={classes['editor']}
      noValidate
      aria-label={t('Texts in {language}', { language: languageName(locale, name) })}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {isDirty && (
        <p role="note">{t('The source has unsaved changes. Beside your translation you see the saved text.')}</p>
      )}
      {Object.entries(problems)
        .filter(([field]) => !texts.some((text) => text.field === field))
        .map(([field, message]) => (
          <p key={field} role="alert" tabIndex={-1} data-refused={locale}>
            {message}
          </p>
        ))}
      <Texts {...props} problems={problems} onAnswered={forgetProblem} />
      {mayTranslate ? (
        <div className={classes['savebar']}>
          <p>
            {changed.length === 0
              ? t('No unsaved changes')
              : t('{n, plural, one {# text changed} other {# texts changed}}', { n: changed.length })}{' '}
            <small>{t('Ctrl+Enter saves and opens the next text')}</small>
          </p>
          {changed.length > 0 && (
            <Button variant="default" disabled={isSaving} onClick={() => onTyped(() => ({}))}>
              {t('Discard')}
            </Button>
          )}
          <Button variant="default" disabled={isSaving || isAllApproved} onClick={approveAll}>
            {t('Approve all')}
          </Button>
          <Button type="submit" loading={isSaving} disabled={changed.length === 0} title={t('Ctrl+S')}>
            {t('Save translation')}
          </Button>
        </div>
      ) : (
        <p role="note">{t('You can read these texts. To change them you need permission to write translations.')}</p>
      )}
    </form>
  )
}

interface TextsProps extends EditorProps {
  read: ReadTexts
  /** What is wrong with each field. */
  problems: Readonly<Record<string, string>>
  /** A field with a problem has been changed. */
  onAnswered: (field: string) => void
}

/** Each text that can be translated, with what helps to translate it. */
function Texts({ of: resource, record, locale, read, typed, onTyped, problems, onAnswered }: TextsProps) {
  const may = useMay()
  const mayTranslate = may('write', 'translations')
  const mayLookUp = may('ui', 'translations')
  const { data: memory } = useAnswer(readMemory, {
    query: { resource: resource.name, recordId: record.id, locale },
    enabled: mayLookUp && mayTranslate,
    quiet: [404, 422],
  })
  const given = new Map(read.texts.texts.map((text) => [text.field, text]))
  return translatableFields(resource).map(([key, field]) => {
    const text = given.get(key)
    return (
      text && (
        <TextPair
          key={key}
          field={{ ...field, label: labelOf(key, field) }}
          given={text}
          typed={typed[key]}
          texts={read.texts}
          problem={problems[key]}
          isSlug={key === 'slug'}
          helps={memory?.fields.find((one) => one.field === key)}
          record={mayLookUp ? { resource: resource.name, recordId: record.id } : null}
          readOnly={!mayTranslate}
          when={text.changedAt === null ? null : formatInstant(text.changedAt)}
          onChange={(change) => {
            onTyped((before) => ({ ...before, [key]: typedOn(text, before[key], change) }))
            onAnswered(key)
          }}
          onChoose={(choice) =>
            onTyped((before) => {
              const { [key]: own, ...rest } = before
              return own === undefined || choice === 'theirs' ? rest : { ...rest, [key]: keptOn(text, own) }
            })
          }
        />
      )
    )
  })
}

/** How often a save is tried on ever newer texts before its author is asked to try again. */
const maxAttempts = 4

function useSave({ of: resource, record, locale, read, typed, onTyped }: EditorProps & { read: ReadTexts }) {
  const translate = useTranslate(resource, record, locale)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [isSaving, setSaving] = useState(false)

  /** What was refused can be far from the button: the first of it is brought into view. */
  function refuse(found: Readonly<Record<string, string>>): void {
    setProblems(found)
    const first = read.texts.texts.find(({ field }) => Object.hasOwn(found, field))?.field ?? ''
    requestAnimationFrame(() => {
      const at = document.querySelector<HTMLElement>(`[data-refused="${locale}"], #field-${first}-${locale}`)
      if (at) bringIntoView(at)
    })
  }

  /** Saves the texts that no one else changed, even if others are newer by now. The user decides about conflicts. */
  async function save(all = typed): Promise<boolean> {
    if (isSaving || Object.keys(all).length === 0) return false
    setSaving(true)
    try {
      let ground = read
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const { free, clashing } = partedBy(all, ground.texts.texts)
        const isClashing = Object.keys(clashing).length > 0
        if (Object.keys(free).length === 0) {
          toast.warning(waiting(clashing), { duration: 8000 })
          return false
        }
        const { isStale, now } = await translate(newTextsOf(free), ground.etag)
        ground = now
        if (isStale) continue
        onTyped((before) => withoutSaved(before, free))
        setProblems({})
        toast.success(
          t('{language} texts of {title} saved', {
            language: languageName(locale, read.texts.name),
            title: String(record[resource.title]),
          }),
        )
        if (isClashing) toast.warning(waiting(clashing), { duration: 8000 })
        return !isClashing
      }
      toast.warning(t('These texts are being changed right now. Your changes are kept: save again.'), {
        duration: 8000,
      })
    } catch (failure) {
      if (failure instanceof FailedRequest) refuse(failure.body.fields ?? { '': failure.message })
    } finally {
      setSaving(false)
    }
    return false
  }

  return {
    save,
    isSaving,
    problems,
    forgetProblem: (field: string) =>
      setProblems((before) => Object.fromEntries(Object.entries(before).filter(([path]) => path !== field))),
  }
}

/**
 * Saves, then goes to the next text that is missing or outdated: of this record, or else of the next one in the queue.
 * Where something could not be saved, the cursor stays.
 *
 * @returns call it with what saves
 */
function useMoveOn({
  read: { texts },
  isSaved,
  locale,
  onNext,
}: {
  read: ReadTexts
  isSaved: boolean
  locale: string
  onNext: (() => void) | undefined
}) {
  const [from, setFrom] = useState<number | null>(null)
  // Leaving with unsaved texts asks first, so this waits until the saved ones no longer count as changed.
  const isDue = from !== null && isSaved
  useEffect(() => {
    if (!isDue) return
    setFrom(null)
    const next = [...texts.texts.slice(from + 1), ...texts.texts.slice(0, Math.max(0, from))].find(
      ({ source, status }) => source !== null && (status === 'missing' || status === 'outdated'),
    )
    const input = next && document.getElementById(`field-${next.field}-${locale}`)
    if (input) bringIntoView(input)
    else onNext?.()
  }, [isDue, from, texts, locale, onNext])
  return async (save: () => Promise<boolean>) => {
    const { activeElement } = document
    const place = texts.texts.findIndex(({ field }) => activeElement?.id === `field-${field}-${locale}`)
    if (isSaved || (await save())) setFrom(place)
  }
}

function bringIntoView(input: HTMLElement): void {
  input.focus({ preventScroll: true })
  ;(input.closest('section, [role=alert]') ?? input).scrollIntoView({ block: 'center' })
}

/** Milliseconds for which an input that is still being loaded is waited for. */
const longestWait = 4_000

/** Brings the text that the address names into view and puts the cursor into it, once for each address. */
function useFieldOfAddress(locale: string): void {
  const [{ at = '' }] = useRouteQuery()
  useEffect(() => {
    if (!/^\w+$/.test(at)) return
    const giveUp = performance.now() + longestWait
    let shown: HTMLElement | null = null
    let frame = requestAnimationFrame(function look() {
      const input = document.getElementById(`field-${at}-${locale}`)
      if (input && input !== shown) bringIntoView(input)
      shown = input
      // What is there while the input loads takes no cursor.
      const isReady = input !== null && document.activeElement === input
      if (!isReady && performance.now() < giveUp) frame = requestAnimationFrame(look)
    })
    return () => cancelAnimationFrame(frame)
  }, [at, locale])
}

const waiting = (clashing: TypedTexts): string =>
  t(
    '{n, plural, one {# text of yours was} other {# texts of yours were}} changed by a colleague: choose beside the field.',
    { n: Object.keys(clashing).length },
  )
