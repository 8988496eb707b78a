import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatDate } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { DateInput } from '../../ui/resource/date-input.tsx'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import type { WantedCheck } from './availability.endpoints.ts'
import { findSubjects } from './availability.endpoints.ts'
import classes from './availability.module.css'

interface ChosenSubjectProps {
  readonly performanceId: number | null
  readonly productId: number | null
  readonly date: string | null
  readonly party: string
  readonly problems: Readonly<Record<string, string>>
  readonly isUnderWay: boolean
  readonly hasAnswers: boolean
  readonly onAsk: (wanted: WantedCheck) => void
  readonly onStop: () => void
  /** Chooses another one. */
  readonly onChange: () => void
}

/** What was chosen, with the press that asks about it. */
export function ChosenSubject(props: ChosenSubjectProps) {
  const { performanceId, productId, problems, isUnderWay, hasAnswers, onAsk, onStop, onChange } = props
  const [date, setDate] = useState(props.date)
  const [party, setParty] = useState(props.party)
  const kind = performanceId === null ? 'product' : 'performance'
  const id = performanceId ?? productId ?? 0
  const found = useAnswer(findSubjects, { query: { kind, id: String(id) } })
  const [subject] = found.data ?? []

  function ask(): void {
    if (performanceId !== null) onAsk({ performanceId })
    else onAsk({ productId: id, ...(date !== null && { date }), ...(party.trim() !== '' && { party: party.trim() }) })
  }

  return (
    <section className={`${classes['card']} ${classes['chosen']}`} aria-label={t('Chosen')}>
      <div className={classes['subject']}>
        {found.data && !subject ? (
          <h2>{kind === 'performance' ? t('Performance not found.') : t('Product not found.')}</h2>
        ) : (
          <h2>
            <RecordLink to={kind === 'performance' ? 'performances' : 'products'} id={id}>
              {subject?.title ?? '…'}
            </RecordLink>
          </h2>
        )}
        <p className={classes['quiet']}>
          {[subject?.localDate && formatDate(subject.localDate), subject?.localTime, subject?.place]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <form
        className={classes['ask']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          ask()
        }}
      >
        {kind === 'product' && (
          <>
            <DateInput kind="date" label={t('Day')} value={date} error={problems['date']} onChange={setDate} />
            <TextInput
              label={t('Party')}
              placeholder={t('2 adults, 7, 1')}
              maxLength={300}
              autoComplete="off"
              spellCheck={false}
              value={party}
              error={problems['party']}
              onChange={(event) => setParty(event.currentTarget.value)}
            />
          </>
        )}
        <div className={classes['buttons']}>
          {isUnderWay ? (
            <Button variant="default" onClick={onStop}>
              {t('Stop')}
            </Button>
          ) : (
            <Button type="submit">{hasAnswers ? t('Ask again') : t('Ask providers')}</Button>
          )}
          <Button variant="default" onClick={onChange}>
            {t('Choose another')}
          </Button>
        </div>
      </form>
      {(problems['performanceId'] ?? problems['productId']) && (
        <p className={classes['bad']} role="alert">
          {problems['performanceId'] ?? problems['productId']}
        </p>
      )}
    </section>
  )
}
