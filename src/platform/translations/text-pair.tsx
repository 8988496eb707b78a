import { Button, NativeSelect } from '@mantine/core'
import type { AnyField, Tone } from '../../core/resource/fields.ts'
import { nameOf } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { parseLinkMarkers } from '../../core/resource/link-marker.ts'
import { linesOfRichText } from '../../core/rich-text-plain.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { LinkMarkers } from '../../ui/link-markers.tsx'
import { Words } from './changed-labels.tsx'
import type { Helps } from './memory.endpoints.ts'
import { factsWarning } from './text-facts.ts'
import { EarlierVersions, TextHelps } from './text-helps.tsx'
import type { ShownStatus } from './store/translatable.ts'
import { translationStatuses } from './store/translatable.ts'
import type { TranslatedText, TranslatedTexts } from './store/translation.endpoints.ts'
import classes from './translations.module.css'
import type { Clash, TypedChange, TypedText } from './typed-texts.ts'
import { clashOf } from './typed-texts.ts'
import { languageName } from './store/language-names.ts'

const statusWords: Readonly<Record<ShownStatus, string>> = {
  missing: msg('Missing'),
  machine: msg('By a machine'),
  draft: msg('Draft'),
  in_review: msg('In review'),
  approved: msg('Approved'),
  outdated: msg('Outdated'),
}
const tones: Readonly<Record<ShownStatus, Tone>> = {
  missing: 'neutral',
  machine: 'busy',
  draft: 'neutral',
  in_review: 'busy',
  approved: 'good',
  outdated: 'warn',
}

interface TextPairProps {
  field: AnyField & { label: string }
  given: TranslatedText
  typed: TypedText | undefined
  texts: TranslatedTexts
  problem: string | undefined
  isSlug: boolean
  /** Approved texts elsewhere that help with this one. */
  helps: Helps | undefined
  /** The record of the text, to load its earlier versions. Null if the user can't see them. */
  record: { readonly resource: string; readonly recordId: number } | null
  readOnly: boolean
  /** When it was last written, in words. */
  when: string | null
  onChange: (change: TypedChange) => void
  /** Called with the choice between the user's text and someone else's change to it. */
  onChoose: (choice: 'mine' | 'theirs') => void
}

/** A source and its translation beside it, with what has become of the source since. */
export function TextPair({
  field,
  given,
  typed,
  texts,
  problem,
  isSlug,
  helps,
  record,
  readOnly,
  when,
  onChange,
  onChoose,
}: TextPairProps) {
  const { source, status, sourceThen } = given
  const id = `text-${given.field}`
  const text = typed?.text ?? given.text ?? ''
  const isBlank = typed ? typed.isBlank : given.text === ''
  const mayBeBlank = !field.required && !isSlug && source !== null && source !== ''
  const clash = clashOf(typed, given)
  // No one translates markup, so the source is shown as plain lines next to the editor.
  const words = (markup: string) =>
    'format' in field && field.format === 'richText' ? linesOfRichText(markup) : markup
  return (
    <section className={classes['text']} aria-labelledby={id}>
      <Heading id={id} label={field.label} given={given} when={when} />
      {sourceThen !== null && (
        <p className={classes['changed']}>
          <strong>{t('The source has changed since:')}</strong>
          <Words from={words(sourceThen)} to={words(source ?? '')} />
        </p>
      )}
      {clash && typed && (
        <ClashNote clash={clash} typed={typed} given={given} field={field.label} words={words} onChoose={onChoose} />
      )}
      <Source text={source === null ? null : words(source)} locale={texts.sourceLocale} />
      <div lang={texts.locale} dir={texts.direction}>
        <TranslationInput
          field={field}
          given={given}
          text={text}
          texts={texts}
          problem={problem}
          isSlug={isSlug}
          readOnly={readOnly || source === null}
          onChange={(value) => onChange({ text: value })}
        />
        <TextNotes given={given} text={text} texts={texts} isSlug={isSlug} isBlank={isBlank} isTyped={!!typed} />
        {helps && (
          <TextHelps
            helps={helps}
            locale={texts.locale}
            words={words}
            onTake={readOnly ? null : (taken) => onChange({ text: taken, status: 'draft' })}
          />
        )}
        {!readOnly && (isBlank || text !== '') && (
          <StatusSelect field={field.label} status={status} chosen={typed?.status} onChange={onChange} />
        )}
        {!readOnly && mayBeBlank && (isBlank || text === '') && (
          <Button variant="subtle" size="compact-xs" onClick={() => onChange({ text: '', isBlank: !isBlank })}>
            {isBlank ? t('Not empty on purpose') : t('Leave empty on purpose')}
          </Button>
        )}
        {record && given.text !== null && !isSlug && (
          <EarlierVersions
            key={given.changedAt}
            place={{ ...record, locale: texts.locale, field: given.field }}
            now={given.text}
            words={words}
            onTake={readOnly ? null : (taken) => onChange({ text: taken })}
          />
        )}
      </div>
    </section>
  )
}

interface HeadingProps extends Pick<TextPairProps, 'given' | 'when'> {
  id: string
  label: string
}

function Heading({ id, label, given: { status, translator }, when }: HeadingProps) {
  return (
    <header>
      <h2 id={id}>{label}</h2>
      <Chip tone={tones[status]}>{t(statusWords[status])}</Chip>
      {translator !== null && when !== null && (
        <span className={classes['who']}>{t('{translator}, {when}', { translator, when })}</span>
      )}
    </header>
  )
}

interface InputProps extends Pick<TextPairProps, 'field' | 'given' | 'texts' | 'problem' | 'isSlug' | 'readOnly'> {
  text: string
  onChange: (text: string) => void
}

function TranslationInput({ field, given, text, texts, problem, isSlug, readOnly, onChange }: InputProps) {
  const { help: _, ...plain } = field
  const own = isSlug ? { ...plain, help: t('Generated when the title is first translated.') } : plain
  const label = t('{field} in {language}', { field: field.label, language: languageName(texts.locale, texts.name) })
  return inputOf({ ...own, required: false, label } as AnyField, {
    name: `${given.field}-${texts.locale}`,
    value: text,
    error: problem,
    errors: {},
    draft: {},
    record: null,
    readOnly,
    onChange: (value) => onChange(typeof value === 'string' ? value : ''),
  })
}

function Source({ text, locale }: { text: string | null; locale: string }) {
  return (
    <dl className={classes['source']}>
      <dt>{t('Source')}</dt>
      <dd lang={locale}>
        {text !== null ? (
          <LinkMarkers parts={parseLinkMarkers(text)} />
        ) : (
          <span className={classes['blank']}>{t('Nothing to translate')}</span>
        )}
      </dd>
    </dl>
  )
}

interface NotesProps {
  given: TranslatedText
  /** What is in the input. */
  text: string
  texts: TranslatedTexts
  isSlug: boolean
  isBlank: boolean
  isTyped: boolean
}

/** What is suspicious about a text, and what readers see for now. */
function TextNotes({ given, text, texts, isSlug, isBlank, isTyped }: NotesProps) {
  const warning =
    isSlug || given.source === null ? null : factsWarning(given.source, text, texts.sourceLocale, texts.locale)
  const shownIn = () => nameOf('language', given.shownIn ?? texts.sourceLocale)
  return (
    <>
      {warning !== null && <p className={classes['warning']}>{warning}</p>}
      {isBlank && (
        <p className={classes['fallback']}>
          {t('Empty on purpose: readers see nothing here, and no other language in its place.')}
        </p>
      )}
      {given.text === null && given.shown !== null && !isTyped && (
        <p className={classes['fallback']}>{t('Readers see {language} until then.', { language: shownIn() })}</p>
      )}
      {given.text !== null && given.isFallback && !isTyped && (
        <p className={classes['fallback']}>
          {t('Not public yet. Readers see the text in {language} until this one is approved.', { language: shownIn() })}
        </p>
      )}
    </>
  )
}

interface StatusProps {
  field: string
  status: ShownStatus
  chosen: TypedText['status'] | undefined
  onChange: (change: TypedChange) => void
}

function StatusSelect({ field, status, chosen, onChange }: StatusProps) {
  return (
    <div className={classes['status']}>
      <NativeSelect
        size="xs"
        aria-label={t('Status of {field}', { field })}
        value={chosen ?? (status === 'missing' || status === 'outdated' ? 'draft' : status)}
        data={translationStatuses
          .filter((choice) => choice !== 'machine' || status === 'machine')
          .map((value) => ({ value, label: t(statusWords[value]) }))}
        onChange={(event) => {
          const found = translationStatuses.find((choice) => choice === event.currentTarget.value)
          if (found) onChange({ status: found })
        }}
      />
    </div>
  )
}

interface ClashProps {
  clash: Clash
  typed: TypedText
  given: TranslatedText
  field: string
  words: (text: string) => string
  onChoose: (choice: 'mine' | 'theirs') => void
}

/** What someone else changed while the user typed, with the choice between both. Until then the typed text stays. */
function ClashNote({ clash: { isTextChanged, isSourceChanged }, typed, given, field, words, onChoose }: ClashProps) {
  const { ground, text } = typed
  return (
    <div className={classes['changed']} role="group" aria-label={t('{field} changed since you opened it', { field })}>
      {isSourceChanged && (
        <p>
          <strong>{t('The source has changed while you were typing:')}</strong>
          <Words from={words(ground.source ?? '')} to={words(given.source ?? '')} />
        </p>
      )}
      {isTextChanged && (
        <>
          <p>
            <strong>
              {given.translator === null || given.text === null
                ? t('Theirs: text deleted')
                : t('Theirs, by {translator}:', { translator: given.translator })}
            </strong>
            {words(given.text ?? '')}
          </p>
          <p>
            <strong>{t('Yours:')}</strong>
            {words(text)}
          </p>
        </>
      )}
      <p className={classes['choice']}>
        <Button variant="default" size="compact-sm" onClick={() => onChoose('mine')}>
          {t('Keep mine')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => onChoose('theirs')}>
          {isTextChanged ? t('Take theirs') : t('Drop mine')}
        </Button>
      </p>
    </div>
  )
}
