import { Button, Textarea } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../core/browser/session.web.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { t } from '../../core/i18n/language.ts'
import type { RecordOf } from '../../core/resource/resource.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { confirmFreshSignIn } from '../../ui/resource/fresh-sign-in.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { purchases } from '../purchases/purchases.ts'
import type { DisputeDetails, WrittenEvidence } from './dispute.endpoints.ts'
import { saveDisputeEvidence } from './dispute.endpoints.ts'
import { evidenceFields, longestEvidence } from './dispute-states.ts'
import { disputes } from './disputes.ts'
import { EvidenceFiles } from './evidence-file-list.tsx'
import classes from './disputes.module.css'

const AnswerDialog = lazy(async () => ({ default: (await import('./answer-dialog.tsx')).AnswerDialog }))

interface EvidenceProps {
  readonly dispute: RecordOf<typeof disputes>
  readonly details: DisputeDetails
  readonly onChange: () => void
}

/** What the bank receives: made from the record, and open to changes until it is sent. */
export function DisputeEvidence({ dispute, details, onChange }: EvidenceProps) {
  const may = useMay()
  const { texts, setTexts, settle } = useTexts(details)
  const [problem, setProblem] = useState<string>()
  const [answer, setAnswer] = useState<'submit' | 'accept' | null>(null)
  const { submit, accept } = details.blocked
  const isOpen = may('write', 'purchases') && submit === null
  const isAcceptable = accept === null && may('refund', 'purchases')
  const evidence = [...texts].map(([field, text]) => ({ field, text })).filter(({ text }) => text.trim() !== '')
  const isDirty = details.evidence.some(({ field, text }) => texts.get(field) !== text)
  // What there is nothing to read of is offered only to those who can write it.
  const shown = details.evidence.filter(({ text, suggestion }) => isOpen || text !== '' || suggestion !== '')

  const { keep, isSaving } = useSaving(details, setProblem, () => {
    // As they were when Save was pressed: more can have been typed since.
    settle(texts)
    onChange()
  })

  const onAnswered = () => (setAnswer(null), onChange())
  async function begin(kind: 'submit' | 'accept'): Promise<void> {
    const what = kind === 'submit' ? t('send evidence') : t('accept a dispute')
    if (await confirmFreshSignIn(what)) setAnswer(kind)
  }
  return (
    <section className={classes['card']} aria-label={t('Evidence')}>
      <h2>{t('Evidence')}</h2>
      <p className={classes['quiet']}>
        {isOpen ? t('Written from the order, in English. Edit it before you send it.') : submit}
      </p>
      <div className={classes['fields']}>
        {shown.map(({ field, suggestion }) => (
          <EvidenceText
            key={field}
            label={t(evidenceFields[field])}
            value={texts.get(field) ?? ''}
            suggestion={suggestion}
            isOpen={isOpen}
            onChange={(value) => {
              setProblem(undefined)
              setTexts(new Map(texts).set(field, value))
            }}
          />
        ))}
      </div>
      <EvidenceFiles id={dispute.id} files={details.files} isOpen={isOpen} onChange={onChange} />
      {problem !== undefined && <Problem text={problem} />}
      {(isOpen || isAcceptable) && (
        <div className={classes['buttons']}>
          {isAcceptable && (
            <Button variant="default" onClick={() => void begin('accept')}>
              {t('Accept dispute…')}
            </Button>
          )}
          {isOpen && (
            <>
              <Button variant="default" disabled={!isDirty} loading={isSaving} onClick={() => void keep(evidence)}>
                {t('Save')}
              </Button>
              <Button onClick={() => void begin('submit')}>{t('Send evidence…')}</Button>
            </>
          )}
        </div>
      )}
      <Suspense>
        {answer !== null && (
          <AnswerDialog
            kind={answer}
            id={dispute.id}
            evidence={evidence}
            onClose={() => setAnswer(null)}
            onDone={onAnswered}
          />
        )}
      </Suspense>
    </section>
  )
}

const Problem = ({ text }: { readonly text: string }) => (
  <p role="alert" className={classes['problem']}>
    {text}
  </p>
)

type Texts = ReadonlyMap<DisputeDetails['evidence'][number]['field'], string>

/** What is typed in a field outlives a newer version of the dispute; each untouched field becomes what is stored now. */
function useTexts({ version, evidence }: DisputeDetails) {
  const stored = (): Texts => new Map(evidence.map(({ field, text }) => [field, text]))
  const [held, setHeld] = useState(() => ({ version, texts: stored(), seen: stored() }))
  if (held.version !== version) {
    // Field by field: the next save is of this version, so an old text here would overwrite a colleague’s newer one.
    const { texts, seen } = held
    const merged = evidence.map(({ field, text }) => {
      const typed = texts.get(field)
      return [field, typed === undefined || typed === seen.get(field) ? text : typed] as const
    })
    setHeld({ version, texts: new Map(merged), seen: stored() })
  }
  return {
    texts: held.texts,
    setTexts: (texts: Texts) => setHeld((before) => ({ ...before, texts })),
    /** What was sent is stored. A newer version that is here already knows better. */
    settle: (sent: Texts) => setHeld((before) => (before.version === version ? { ...before, seen: sent } : before)),
  }
}

interface EvidenceTextProps {
  readonly label: string
  readonly value: string
  readonly suggestion: string
  readonly isOpen: boolean
  readonly onChange: (value: string) => void
}

/** One field of the bank’s form. */
function EvidenceText({ label, value, suggestion, isOpen, onChange }: EvidenceTextProps) {
  return (
    <Textarea
      label={label}
      value={value}
      readOnly={!isOpen}
      autosize
      minRows={1}
      maxRows={10}
      maxLength={longestEvidence}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(isOpen &&
        suggestion !== '' &&
        value !== suggestion && {
          description: (
            <button type="button" className={classes['restore']} onClick={() => onChange(suggestion)}>
              {t('Use the text from the record')}
            </button>
          ),
        })}
    />
  )
}

/** Keeps the texts without sending them. */
function useSaving({ id, version }: DisputeDetails, onProblem: (problem: string) => void, onChange: () => void) {
  const save = useCommand(saveDisputeEvidence, { refresh: [disputes, purchases], quiet: [409, 412, 422] })
  async function keep(evidence: WrittenEvidence): Promise<void> {
    try {
      await save.mutateAsync({ params: { id }, input: { version, evidence } })
      toast.success(t('Evidence saved'))
      onChange()
    } catch (failure) {
      if (failure instanceof FailedRequest) onProblem(failure.body.fields?.['evidence'] ?? failure.message)
    }
  }
  return { keep, isSaving: save.isPending }
}
