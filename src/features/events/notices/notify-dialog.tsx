import '@mantine/core/styles/Tabs.layer.css'
import { Button, Tabs, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { nameOf } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import { Failure, FormSkeleton } from '../../../ui/resource/states.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import type { NoticeLanguage } from './notice.endpoints.ts'
import { decideNotices, listScheduleChanges, readNotices } from './notice.endpoints.ts'
import type { NoticeText } from './notice-texts.ts'
import { filledIn, noticeWords } from './notice-texts.ts'
import { performances } from '../performance/performances.ts'
import classes from '../schedule/schedule.module.css'

/** The step after a change: whether to notify customers who have booked, and with what text. */
export function NotifyDialog({ changes, onClose }: { changes: readonly number[]; onClose: () => void }) {
  const { data, error, refetch } = useAnswer(readNotices, { query: { changes: changes.join() }, staleTime: Infinity })
  return (
    <Dialog title={t('Notify customers')} onClose={onClose} size={720}>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} what={t('Customers')} />
      ) : !data ? (
        <FormSkeleton />
      ) : data.purchases === 0 ? (
        <p>{t('No customers left to notify: it was decided already, or the purchases are cancelled.')}</p>
      ) : (
        <Messages changes={changes} languages={data.languages} purchases={data.purchases} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface MessagesProps {
  readonly changes: readonly number[]
  readonly languages: readonly NoticeLanguage[]
  readonly purchases: number
  readonly onClose: () => void
}

const wordsOf = ({ subject, text }: NoticeText): NoticeText => ({ subject, text })

/** The texts as they are changed, what is wrong with them, and the decision. */
function useNotices({ changes, languages, onClose }: MessagesProps) {
  const [texts, setTexts] = useState<Readonly<Record<string, NoticeText>>>(() =>
    Object.fromEntries(languages.map((one) => [one.locale, wordsOf(one)])),
  )
  const [shown, setShown] = useState(languages[0]?.locale ?? '')
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const queries = useQueryClient()
  const decide = useCommand(decideNotices, { refresh: [performances], quiet: [409, 422] })
  const textOf = (locale: string): NoticeText => texts[locale] ?? { subject: '', text: '' }

  async function run(decision: 'now' | 'later' | 'never'): Promise<void> {
    try {
      const given = languages.map(({ locale }) => ({ locale, ...textOf(locale) }))
      const { purchases: told } = await decide.mutateAsync({
        input: { changes: [...changes], decision, ...(decision === 'now' && { texts: given }) },
      })
      if (decision === 'now')
        toast.success(t('{n, plural, one {# email is} other {# emails are}} on the way', { n: told }))
      else
        toast.info(
          decision === 'later'
            ? t('Postponed: find it in the list of performances under “Customers to notify”')
            : t('No one is notified, and the history says so'),
        )
      onClose()
      // Every open performance shows its list of changes.
      await queries.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === 'string' && path.startsWith(listScheduleChanges.path.split(':')[0] ?? path),
      })
    } catch (failure) {
      if (!(failure instanceof FailedRequest)) return
      const found = failure.body.fields ?? { '': failure.message }
      setProblems(found)
      const wrong = languages[placeOf(found)]
      if (wrong) setShown(wrong.locale)
    }
  }

  const change = (locale: string, part: Partial<NoticeText>) => {
    setTexts({ ...texts, [locale]: { ...textOf(locale), ...part } })
    setProblems({})
  }
  return { textOf, change, shown, setShown, problems, run, isPending: decide.isPending }
}

/** The place of the first language in which something is wrong, NaN where the fault is in none. */
const placeOf = (problems: Readonly<Record<string, string>>): number =>
  Number(
    Object.keys(problems)
      .map((key) => /^texts\.(\d+)\./.exec(key)?.[1])
      .find((index) => index !== undefined),
  )

function Messages(props: MessagesProps) {
  const { languages, purchases } = props
  const { textOf, change, shown, setShown, problems, run, isPending } = useNotices(props)
  const general = problems[''] ?? problems['texts']
  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void run('now')
      }}
    >
      <p>
        {t(
          '{n, plural, one {# purchase is} other {# purchases are}} affected, in {languages, plural, one {# language} other {# languages}}. Each gets one email with the reason as given: change it where customers should read another one.',
          { n: purchases, languages: languages.length },
        )}
      </p>
      <Tabs value={shown} onChange={(value) => setShown(value ?? shown)} keepMounted={false}>
        <Tabs.List aria-label={t('Languages')}>
          {languages.map(({ locale, purchases: count }) => (
            <Tabs.Tab key={locale} value={locale}>
              {t('{language} ({n})', { language: nameOf('language', locale), n: count })}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {languages.map((language, index) => (
          <Tabs.Panel key={language.locale} value={language.locale}>
            <Message
              language={language}
              text={textOf(language.locale)}
              wrongSubject={problems[`texts.${index}.subject`]}
              wrongText={problems[`texts.${index}.text`]}
              onChange={(part) => change(language.locale, part)}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
      {general !== undefined && (
        <p role="alert" className={classes['problem']}>
          {general}
        </p>
      )}
      <div className={classes['buttons']}>
        <Button variant="subtle" color="gray" onClick={() => void run('never')} disabled={isPending}>
          {t('Don’t notify')}
        </Button>
        <Button variant="default" onClick={() => void run('later')} disabled={isPending}>
          {t('Decide later')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('Send {n, plural, one {# email} other {# emails}}', { n: purchases })}
        </Button>
      </div>
    </form>
  )
}

interface MessageProps {
  readonly language: NoticeLanguage
  readonly text: NoticeText
  readonly wrongSubject: string | undefined
  readonly wrongText: string | undefined
  readonly onChange: (part: Partial<NoticeText>) => void
}

/** The message in one language, and how one of the customers reads it. */
function Message({ language, text, wrongSubject, wrongText, onChange }: MessageProps) {
  const { locale, isTranslated, sample } = language
  const values = { name: '', event: '', venue: '', before: '', after: '', reason: '', reference: '', ...sample.values }
  return (
    <div className={classes['message']}>
      {!isTranslated && (
        <p className={classes['warning']} role="note">
          {t('No template in this language. This is the English one.')}
        </p>
      )}
      <TextInput
        label={t('Subject')}
        withAsterisk
        aria-required
        lang={locale}
        maxLength={200}
        value={text.subject}
        error={wrongSubject}
        onChange={(event) => onChange({ subject: event.currentTarget.value })}
      />
      <Textarea
        label={t('Message')}
        description={t('Filled in for each customer: {words}', {
          words: noticeWords.map((word) => `{${word}}`).join(' '),
        })}
        withAsterisk
        aria-required
        lang={locale}
        autosize
        minRows={7}
        maxRows={16}
        value={text.text}
        error={wrongText}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <section className={classes['letter']} aria-label={t('Preview')} tabIndex={0}>
        <p className={classes['quiet']}>{t('To {address}', { address: sample.to })}</p>
        <p>
          <b lang={locale}>{filledIn(text.subject, values)}</b>
        </p>
        <p lang={locale}>{filledIn(text.text, values)}</p>
      </section>
    </div>
  )
}
