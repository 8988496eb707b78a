import { Button, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatDayOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { useMay } from '../../core/browser/session.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { ReviewRecord } from './review-record.ts'
import { ReviewText } from './review-text.tsx'
import type { ReviewTranslation } from './review-translations.ts'
import { translationCallsOf } from './review-translations.ts'
import type { Reviews } from './reviews.ts'
import classes from './reviews.module.css'
import { TranslateDialog } from './translate-dialog.tsx'

interface PanelProps {
  readonly reviews: Reviews
  readonly review: ReviewRecord
}

/** The review in other languages, each below the original text, with its translator; and the open requests. */
export function TranslationsPanel({ reviews, review }: PanelProps) {
  const answer = useAnswer(translationCallsOf(reviews).read, {
    params: { id: review.id },
    query: { version: review.version },
  })
  const [isAsking, setAsking] = useState(false)
  const mayAsk = useMay()('write', reviews.object)
  const refetch = () => void answer.refetch()
  return (
    <AnswerPanel title={t('In other languages')} answer={answer} className={classes['panel']}>
      {({ translations }) => (
        <>
          <p>
            {translations.length === 0
              ? t('No translations yet, and none requested.')
              : t('Translated by people. Readers see that it is a translation, and can see the original.')}
          </p>
          {translations.map((one) => (
            <One
              key={`${one.locale} ${one.translatedAt}`}
              reviews={reviews}
              review={review}
              translation={one}
              onChanged={refetch}
            />
          ))}
          {mayAsk && (
            <Button variant="default" onClick={() => setAsking(true)}>
              {t('Ask for a translation…')}
            </Button>
          )}
          {isAsking && (
            <TranslateDialog
              reviews={reviews}
              chosen={[review as never]}
              onClose={() => setAsking(false)}
              onDone={() => {
                setAsking(false)
                refetch()
              }}
            />
          )}
        </>
      )}
    </AnswerPanel>
  )
}

function One({
  reviews,
  review,
  translation,
  onChanged,
}: PanelProps & { translation: ReviewTranslation; onChanged: () => void }) {
  const { locale, name, direction, title, body, translator, translatedAt, askedBy, askedAt } = translation
  const [isWriting, setWriting] = useState(false)
  const may = useMay()
  const mayWrite = may('write', reviews.object) && may('write', 'translations')
  const withdraw = useCommand(translationCallsOf(reviews).withdraw, { refresh: [reviews.resource] })
  const language = t(name)
  return (
    <section aria-label={language}>
      <h3>
        {language}{' '}
        <small className={classes['quiet']}>
          {translatedAt === null
            ? t('requested by {name} on {day}', { name: askedBy, day: formatDayOf(askedAt) })
            : t('translated by {name} on {day}', {
                name: translator ?? '',
                day: formatDayOf(translatedAt),
              })}
        </small>
      </h3>
      {isWriting ? (
        <Writing
          reviews={reviews}
          review={review}
          translation={translation}
          onClose={() => setWriting(false)}
          onDone={onChanged}
        />
      ) : (
        <>
          {body !== null && (
            <blockquote className={classes['card']} dir={direction}>
              {title !== null && (
                <p>
                  <strong>
                    <ReviewText text={title} lang={locale} />
                  </strong>
                </p>
              )}
              <p>
                <ReviewText text={body} lang={locale} />
              </p>
            </blockquote>
          )}
          {mayWrite && (
            <div className={classes['buttons']}>
              <Button
                variant="subtle"
                loading={withdraw.isPending}
                onClick={() => withdraw.mutate({ params: { id: review.id, locale } }, { onSuccess: onChanged })}
              >
                {body === null ? t('No longer ask for it') : t('Remove')}
              </Button>
              <Button variant="default" onClick={() => setWriting(true)}>
                {body === null ? t('Translate into {language}', { language }) : t('Change the translation')}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}

function Writing({
  reviews,
  review,
  translation: { locale, name, direction, title, body },
  onClose,
  onDone,
}: PanelProps & { translation: ReviewTranslation; onClose: () => void; onDone: () => void }) {
  const [draft, setDraft] = useState({ title: title ?? '', body: body ?? '' })
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const write = useCommand(translationCallsOf(reviews).write, { refresh: [reviews.resource], quiet: [409, 422] })

  async function submit(): Promise<void> {
    try {
      await write.mutateAsync({
        params: { id: review.id, locale },
        input: { title: review.title === null ? null : draft.title, body: draft.body },
      })
      toast.success(t('Saved in {language}', { language: t(name) }))
      onDone()
      onClose()
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblems(failure.body.fields ?? { body: failure.message })
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <blockquote className={classes['card']} aria-label={t('As written by the author')}>
        {review.title !== null && (
          <p>
            <strong>
              <ReviewText text={review.title} lang={review.language} />
            </strong>
          </p>
        )}
        <p>
          <ReviewText text={review.body} lang={review.language} />
        </p>
      </blockquote>
      {review.title !== null && (
        <TextInput
          label={t('Title')}
          dir={direction}
          lang={locale}
          maxLength={150}
          value={draft.title}
          error={problems['title']}
          onChange={(event) => setDraft({ ...draft, title: event.currentTarget.value })}
        />
      )}
      <Textarea
        label={t('Text')}
        dir={direction}
        lang={locale}
        autosize
        minRows={4}
        maxLength={5_000}
        value={draft.body}
        error={problems['body']}
        onChange={(event) => setDraft({ ...draft, body: event.currentTarget.value })}
      />
      <div className={classes['buttons']}>
        <Button variant="default" disabled={write.isPending} onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button type="submit" loading={write.isPending}>
          {t('Save the translation')}
        </Button>
      </div>
    </form>
  )
}
