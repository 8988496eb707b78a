import { Button, NativeSelect } from '@mantine/core'
import { IconWorld, IconWorldOff } from '@tabler/icons-react'
import { useState } from 'react'
import { ref } from '../../core/resource/fields.ts'
import { listOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import classes from './languages.module.css'
import { enableLocale, readRetirement, retireLocale } from './locale.endpoints.ts'
import { locales } from './locales.ts'
import { languageName } from '../../platform/translations/store/language-names.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import { CommandButton } from '../../ui/resource/command.tsx'

/** Publishes a language, or asks where its addresses should redirect before unpublishing it. */
export function SiteButton({ locale }: { locale: AnyRecord }) {
  const [isAsking, setAsking] = useState(false)
  const enable = useCommand(enableLocale, { refresh: [locales], quiet: [409] })
  const name = languageName(String(locale['code']), String(locale['name']))
  async function publishLanguage(): Promise<void> {
    try {
      await enable.mutateAsync({ params: { id: locale.id } })
      toast.success(t('{name} published', { name }))
    } catch (failure) {
      if (failure instanceof FailedRequest) toast.error(failure.message, { duration: 8000 })
    }
  }
  if (locale['isEnabledOnSite'] !== true) {
    return (
      <CommandButton
        label={t('Publish')}
        icon={IconWorld}
        place="primary"
        isBusy={enable.isPending}
        run={() => void publishLanguage()}
      />
    )
  }
  return (
    <>
      <CommandButton label={t('Unpublish…')} icon={IconWorldOff} place="last" opensDialog run={() => setAsking(true)} />
      {isAsking && <RetireDialog locale={locale} name={name} onClose={() => setAsking(false)} />}
    </>
  )
}

const targetField = ref(nameOf<typeof locales>('locales'), { label: 'Language that takes over', required: true })

interface ConsequencesProps {
  readonly recordCount: number
  /** The names of languages that fall back to it, which keep it on the site. */
  readonly dependants: readonly string[]
}

function Consequences({ recordCount, dependants }: ConsequencesProps) {
  return (
    <>
      <p>
        {t(
          '{n, plural, =0 {No record has texts in it.} one {One record has texts in it.} other {# records have texts in it.}} They are kept, and come back with the language.',
          { n: recordCount },
        )}
      </p>
      {dependants.length > 0 && (
        <p role="alert" className={classes['problem']}>
          {t('{names} falls back to it. Choose another fallback first.', { names: listOf(dependants) })}
        </p>
      )}
    </>
  )
}

interface TargetInputProps {
  readonly value: number | null
  /** The language that it falls back to, as a record names it: chosen at first. */
  readonly fallback: unknown
  readonly error: string | undefined
  readonly onChange: (id: number | null) => void
}

/** The language whose pages take over. */
function TargetInput({ value, fallback, error, onChange }: TargetInputProps) {
  return inputOf(targetField, {
    name: 'leadsToId',
    value,
    error,
    errors: {},
    readOnly: false,
    draft: {},
    record: { leadsTo: fallback, leadsToId: value },
    onChange: (chosen) => onChange(typeof chosen === 'number' ? chosen : null),
  })
}

function RetireDialog({ locale, name, onClose }: { locale: AnyRecord; name: string; onClose: () => void }) {
  const { data } = useAnswer(readRetirement, { params: { id: locale.id } })
  const retire = useCommand(retireLocale, { refresh: [locales], quiet: [409, 422] })
  const [plan, setPlan] = useState<'leads' | 'gone'>('leads')
  const [leadsToId, setLeadsToId] = useState<number | null>(
    typeof locale['fallbackId'] === 'number' ? locale['fallbackId'] : null,
  )
  const [problem, setProblem] = useState<string>()
  const isBlocked = (data?.dependants.length ?? 0) > 0

  async function submit(): Promise<void> {
    if (plan === 'leads' && leadsToId === null) return setProblem(t('Choose the language to redirect to.'))
    try {
      await retire.mutateAsync({ params: { id: locale.id }, input: { leadsToId: plan === 'leads' ? leadsToId : null } })
      toast.success(t('{name} unpublished', { name }))
      onClose()
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblem(failure.body.fields?.['leadsToId'] ?? failure.message)
    }
  }

  return (
    <Dialog title={t('Unpublish {name}?', { name })} onClose={onClose} isBusy={retire.isPending} size={480}>
      <form
        noValidate
        className={classes['dialog']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {data && <Consequences recordCount={data.recordCount} dependants={data.dependants} />}
        {!isBlocked && (
          <>
            <NativeSelect
              label={t('URLs')}
              value={plan}
              onChange={(event) => setPlan(event.currentTarget.value === 'gone' ? 'gone' : 'leads')}
              data={[
                { value: 'leads', label: t('Redirect to the same pages in another language') },
                { value: 'gone', label: t('Return 410 Gone') },
              ]}
            />
            {plan === 'leads' && (
              <TargetInput
                value={leadsToId}
                fallback={locale['fallback']}
                error={problem}
                onChange={(id) => {
                  setLeadsToId(id)
                  setProblem(undefined)
                }}
              />
            )}
            {plan === 'gone' && problem !== undefined && (
              <p role="alert" className={classes['problem']}>
                {problem}
              </p>
            )}
          </>
        )}
        <div className={classes['end']}>
          <Button variant="default" disabled={retire.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={retire.isPending} disabled={!data || isBlocked}>
            {t('Unpublish')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
