import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { listLocales } from '../../platform/translations/locales.ts'
import { maxAsked, translationCallsOf } from './review-translations.ts'
import type { Reviews } from './reviews.ts'
import classes from './reviews.module.css'

/** Asks for the chosen reviews in a language of the site. */
export function TranslateDialog({
  reviews,
  chosen,
  onClose,
  onDone,
}: {
  reviews: Reviews
  chosen: readonly AnyRecord[]
  onClose: () => void
  onDone: () => void
}) {
  const [locale, setLocale] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { data: locales = [] } = useAnswer(listLocales)
  const ask = useCommand(translationCallsOf(reviews).ask, { refresh: [reviews.resource] })
  const ids = chosen.slice(0, maxAsked).map(({ id }) => id)

  async function submit(): Promise<void> {
    if (locale === '') return setProblem(t('Choose a language.'))
    // The client has already shown the reason.
    const answer = await ask.mutateAsync({ input: { ids, locale } }).catch(() => null)
    if (!answer) return
    toast.success(outcomeOf(answer))
    onDone()
  }

  return (
    <Dialog
      title={t('Ask for {n, plural, one {# review} other {# reviews}} in another language', { n: ids.length })}
      onClose={onClose}
      isBusy={ask.isPending}
      size={460}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p className={classes['quiet']}>
          {t('They wait for a translation on their page. The original text is kept and shown with it.')}
        </p>
        <NativeSelect
          data-autofocus
          label={t('Language')}
          value={locale}
          error={problem}
          onChange={(event) => {
            setLocale(event.currentTarget.value)
            setProblem(null)
          }}
          data={[
            { value: '', label: t('Choose a language') },
            ...locales.map(({ code, name }) => ({ value: code, label: t(name) })),
          ]}
        />
        <div className={classes['buttons']}>
          <Button variant="default" disabled={ask.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={ask.isPending}>
            {t('Ask for it')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function outcomeOf({ asked, passedOver }: { readonly asked: number; readonly passedOver: number }): string {
  return [
    t('{n, plural, =0 {No translation requested.} one {# translation requested.} other {# translations requested.}}', {
      n: asked,
    }),
    ...(passedOver > 0
      ? [
          t(
            '{n, plural, one {# is already written in it or requested.} other {# are already written in it or requested.}}',
            { n: passedOver },
          ),
        ]
      : []),
  ].join(' ')
}
