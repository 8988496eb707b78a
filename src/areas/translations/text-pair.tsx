import { NativeSelect } from '@mantine/core'
import type { AnyField, Tone } from '../../kit/fields.ts'
import { nameOf } from '../../kit/formats.ts'
import { msg, t } from '../../kit/language.ts'
import { parseLinkMarkers } from '../../kit/link-marker.ts'
import { linesOfRichText } from '../../kit/rich-text-plain.ts'
import { Chip } from '../../kit/screens/cells.tsx'
import { inputOf } from '../../kit/screens/inputs.tsx'
import { LinkMarkers } from '../../ui/link-markers.tsx'
import type { ShownStatus, TranslationStatus } from './translatable.ts'
import { translationStatuses } from './translatable.ts'
import type { TranslatedText, TranslatedTexts } from './translation-calls.ts'
import classes from './translations.module.css'
import { wordDiff } from './word-diff.ts'

export const statusWords: Readonly<Record<ShownStatus, string>> = {
  missing: msg('Missing'), machine: msg('By a machine'), draft: msg('Draft'), in_review: msg('In review'), approved: msg('Approved'), outdated: msg('Outdated'),
}
const tones: Readonly<Record<ShownStatus, Tone>> = { missing: 'neutral', machine: 'busy', draft: 'neutral', in_review: 'busy', approved: 'good', outdated: 'warn' }

interface TextPairProps {
  field: AnyField & { label: string }
  given: TranslatedText
  typed: { readonly text: string; readonly status: TranslationStatus | null } | undefined
  texts: TranslatedTexts
  problem: string | undefined
  isSlug: boolean
  readOnly: boolean
  /** When it was last written, in words. */
  when: string | null
  onChange: (change: { text?: string; status?: TranslationStatus }) => void
}

/** A source and its translation beside it, with what has become of the source since. */
export function TextPair({ field, given, typed, texts, problem, isSlug, readOnly, when, onChange }: TextPairProps) {
  const { source, status, sourceThen, translator } = given
  const { help: _, ...plain } = field
  const own = isSlug ? { ...plain, help: t('Made out of the title when that is translated for the first time.') } : plain
  const id = `text-${given.field}`
  // Nobody translates markup: it is read as lines here and written in the editor beside it.
  const words = (text: string) => ('format' in field && field.format === 'richText' ? linesOfRichText(text) : text)
  return (
    <section className={classes['text']} aria-labelledby={id}>
      <header>
        <h2 id={id}>{field.label}</h2>
        <Chip tone={tones[status]}>{t(statusWords[status])}</Chip>
        {translator !== null && when !== null && <span className={classes['who']}>{t('{translator}, {when}', { translator, when })}</span>}
      </header>
      {sourceThen !== null && (
        <p className={classes['changed']}>
          <strong>{t('The source has changed since:')}</strong>
          {wordDiff(words(sourceThen), words(source ?? '')).map((part, index) => (
            part.change === 'added' ? <ins key={index}>{part.text}</ins> : part.change === 'removed' ? <del key={index}>{part.text}</del> : <span key={index}>{part.text}</span>
          ))}
        </p>
      )}
      <dl className={classes['source']}>
        <dt>{t('Source')}</dt>
        <dd lang={texts.sourceLocale}>{source !== null ? <LinkMarkers parts={parseLinkMarkers(words(source))} /> : <span className={classes['blank']}>{t('Nothing to translate')}</span>}</dd>
      </dl>
      <div lang={texts.locale} dir={texts.direction}>
        {inputOf({ ...own, required: false, label: t('{field} in {language}', { field: field.label, language: t(texts.name) }) } as AnyField, {
          name: `${given.field}-${texts.locale}`, value: typed?.text ?? given.text ?? '', error: problem, errors: {}, draft: {}, record: null,
          readOnly: readOnly || source === null, onChange: (value) => onChange({ text: typeof value === 'string' ? value : '' }),
        })}
        {given.text === null && given.shown !== null && !typed && (
          <p className={classes['fallback']}>{t('Readers see the text in {language} until there is one.', { language: nameOf('language', given.shownIn ?? texts.sourceLocale) })}</p>
        )}
        {!readOnly && (typed?.text ?? given.text ?? '') !== '' && (
          <div className={classes['status']}>
            <NativeSelect
              size="xs" aria-label={t('Status of {field}', { field: field.label })} value={typed?.status ?? (status === 'missing' || status === 'outdated' ? 'draft' : status)}
              data={translationStatuses.filter((choice) => choice !== 'machine' || status === 'machine').map((value) => ({ value, label: t(statusWords[value]) }))}
              onChange={(event) => {
                const found = translationStatuses.find((choice) => choice === event.currentTarget.value)
                if (found) onChange({ status: found })
              }}
            />
          </div>
        )}
      </div>
    </section>
  )
}
