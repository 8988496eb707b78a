import { Button } from '@mantine/core'
import { useState } from 'react'
import { labelOf } from '../../kit/fields.ts'
import { formatInstant } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import { FailedRequest } from '../../kit/request-errors.web.ts'
import type { AnyResource } from '../../kit/resource.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { FormSkeleton, Failure } from '../../kit/screens/states.tsx'
import { useMay } from '../../kit/session.web.ts'
import { useLeaveGuard } from '../../ui/navigation.tsx'
import { saveShortcut, useShortcut } from '../../ui/shortcuts.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { TextPair } from './text-pair.tsx'
import type { NewTexts, ReadTexts } from './texts.web.ts'
import { useTexts, useTranslate } from './texts.web.ts'
import { translatableFields, type TranslationStatus } from './translatable.ts'
import classes from './translations.module.css'

interface EditorProps { of: AnyResource; record: AnyRecord; locale: string; isDirty: boolean }

/** The texts of a record in a language, each beside its source. */
export function TranslationEditor(props: EditorProps) {
  const { data, error, refetch } = useTexts(props.of, props.record, props.locale)
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} what={t('Translation')} />
  if (!data) return <FormSkeleton />
  return <LoadedEditor key={data.etag} {...props} read={data} onStale={() => void refetch()} />
}

type Typed = Readonly<Record<string, { readonly text: string; readonly status: TranslationStatus | null }>>

function LoadedEditor({ of: resource, record, locale, isDirty, read, onStale }: EditorProps & { read: ReadTexts; onStale: () => void }) {
  const mayTranslate = useMay()('write', 'translations')
  const translate = useTranslate(resource, record, locale)
  const [typed, setTyped] = useState<Typed>({})
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [isSaving, setSaving] = useState(false)
  const { texts, name } = read.texts
  const given = new Map(texts.map((text) => [text.field, text]))
  const changed = Object.keys(typed)
  useLeaveGuard(changed.length > 0 && mayTranslate)
  useShortcut(saveShortcut, () => void save(), mayTranslate)

  async function save(all = typed): Promise<void> {
    if (isSaving || Object.keys(all).length === 0) return
    const body: NewTexts = Object.fromEntries(Object.entries(all).map(([field, { text, status }]) => {
      const before = given.get(field)?.status
      const kept = before === undefined || before === 'missing' || before === 'outdated' || before === 'machine' ? 'draft' : before
      return [field, { text: text.trim() === '' ? null : text, status: status ?? kept }]
    }))
    setSaving(true)
    try {
      await translate(body, read.etag)
      toast.success(t('{language} texts of {title} saved', { language: t(name), title: String(record[resource.title]) }))
      setTyped({})
      setProblems({})
    } catch (failure) {
      if (!(failure instanceof FailedRequest)) return
      if (failure.status === 412) {
        toast.warning(t('Somebody has changed these texts or their source meanwhile. Copy what you typed, then take theirs.'), {
          duration: 0, action: { label: t('Take theirs'), run: onStale },
        })
      } else setProblems(failure.body.fields ?? { '': failure.message })
    } finally {
      setSaving(false)
    }
  }

  /** Says that everything that is there is right as it stands. */
  function approveAll(): void {
    const all = texts.filter(({ text, field }) => (typed[field]?.text ?? text ?? '') !== '')
    void save(Object.fromEntries(all.map(({ field, text }) => [field, { text: typed[field]?.text ?? text ?? '', status: 'approved' as const }])))
  }

  const isAllApproved = texts.every(({ text, status }) => text === null || status === 'approved') && changed.length === 0
  return (
    <form className={classes['editor']} noValidate aria-label={t('Texts in {language}', { language: t(name) })} onSubmit={(event) => {
      event.preventDefault()
      void save()
    }}>
      {isDirty && <p role="note">{t('The source has changes that are not saved. What you see beside your translation is what is stored.')}</p>}
      {Object.entries(problems).filter(([field]) => !given.has(field)).map(([field, message]) => <p key={field} role="alert">{message}</p>)}
      {translatableFields(resource).map(([key, field]) => {
        const text = given.get(key)
        return text && (
          <TextPair
            key={key} field={{ ...field, label: labelOf(key, field) }} given={text} typed={typed[key]} texts={read.texts} problem={problems[key]}
            isSlug={key === 'slug'} readOnly={!mayTranslate} when={text.changedAt === null ? null : formatInstant(text.changedAt)}
            onChange={(change) => {
              setTyped((before) => ({ ...before, [key]: { text: before[key]?.text ?? text.text ?? '', status: before[key]?.status ?? null, ...change } }))
              setProblems((before) => Object.fromEntries(Object.entries(before).filter(([path]) => path !== key)))
            }}
          />
        )
      })}
      {mayTranslate ? (
        <div className={classes['savebar']}>
          <p>{changed.length === 0 ? t('No unsaved changes') : t('{n, plural, one {# text changed} other {# texts changed}}', { n: changed.length })}</p>
          {changed.length > 0 && <Button variant="default" disabled={isSaving} onClick={() => setTyped({})}>{t('Discard')}</Button>}
          <Button variant="default" disabled={isSaving || isAllApproved} onClick={approveAll}>{t('Approve all')}</Button>
          <Button type="submit" loading={isSaving} disabled={changed.length === 0} title={t('Ctrl+S')}>{t('Save translation')}</Button>
        </div>
      ) : <p role="note">{t('You may read these texts. To change them you need the right to write translations.')}</p>}
    </form>
  )
}
