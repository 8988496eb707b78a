import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { t } from '../../../core/i18n/language.ts'
import { listLocales } from '../../../platform/translations/locales.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import { PanelSkeleton } from '../../../ui/resource/states.tsx'
import { LetterSheet } from './message-dialogs.tsx'
import type { MessageKind } from './message-kinds.ts'
import { tryMessageTemplate } from './order-message.endpoints.ts'
import classes from './order-messages.module.css'
import type { TemplateText } from './template-text.ts'

interface TryDialogProps {
  readonly kind: MessageKind
  /** As it is in the form, in the language that templates are written in. */
  readonly text: TemplateText
  readonly onClose: () => void
}

/** A template as it is in the form, filled in for a real order; in other languages as it is stored. */
export function TryDialog({ kind, text, onClose }: TryDialogProps) {
  const languages = useAnswer(listLocales)
  const attempt = useCommand(tryMessageTemplate, { quiet: [404, 422] })
  const [reference, setReference] = useState('')
  const [locale, setLocale] = useState('')
  const { mutate, data, error } = attempt
  const show = (code: string, order: string) =>
    mutate({
      input: { kind, reference: order.trim() || null, locale: code || null, text: code === '' ? text : null },
    })
  // What the dialog opens with: the newest order.
  useEffect(() => {
    mutate({ input: { kind, reference: null, locale: null, text } })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the text is as it was when the dialog opened
  }, [])
  function submit(event: FormEvent): void {
    event.preventDefault()
    show(locale, reference)
  }
  const problem = error instanceof FailedRequest ? error.message : null
  return (
    <Dialog title={t('Preview')} onClose={onClose} size={640}>
      <form className={classes['dialog']} onSubmit={submit} noValidate>
        <div className={classes['asked']}>
          <TextInput
            label={t('Order')}
            placeholder={data?.reference ?? ''}
            value={reference}
            maxLength={10}
            error={problem}
            onChange={({ currentTarget: { value } }) => setReference(value)}
          />
          <NativeSelect
            label={t('Language')}
            value={locale}
            data={[
              { value: '', label: t('As in the form') },
              ...(languages.data ?? [])
                .filter(({ isDefault }) => !isDefault)
                .map(({ code, name }) => ({ value: code, label: name })),
            ]}
            onChange={({ currentTarget: { value } }) => {
              setLocale(value)
              show(value, reference)
            }}
          />
        </div>
        {data && !error ? <LetterSheet letter={data} /> : !error && <PanelSkeleton />}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose}>
            {t('Close')}
          </Button>
          <Button type="submit" variant="default" loading={attempt.isPending}>
            {t('Show')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
