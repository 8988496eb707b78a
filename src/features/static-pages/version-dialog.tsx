import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { AnyField } from '../../core/resource/fields.ts'
import { instant, text } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { addPageVersion } from './static-page.endpoints.ts'
import { staticPages } from './static-pages.ts'
import classes from './static-pages.module.css'

const momentField = instant({ label: 'Applies from', required: true })
const noteField = text({
  label: 'What changed',
  max: 300,
  help: 'One sentence, for customers and for the history.',
})

/** Makes the stored text what customers agree to, now or from a moment on. */
export function VersionDialog({ page, onClose, onDone }: { page: AnyRecord; onClose: () => void; onDone: () => void }) {
  const [isNow, setNow] = useState(false)
  const [draft, setDraft] = useState<Readonly<Record<string, unknown>>>({ effectiveFrom: null, note: null })
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const add = useCommand(addPageVersion, { refresh: [staticPages], quiet: [409, 422] })

  async function submit(): Promise<void> {
    const { effectiveFrom, note } = draft
    if (!isNow && typeof effectiveFrom !== 'string') return setProblems({ effectiveFrom: t('Choose a start date.') })
    try {
      const { number } = await add.mutateAsync({
        params: { id: page.id },
        input: {
          effectiveFrom: isNow ? null : String(effectiveFrom),
          note: typeof note === 'string' && note !== '' ? note : null,
        },
      })
      toast.success(
        isNow ? t('Version {number} is active', { number }) : t('Version {number} is scheduled', { number }),
      )
      onDone()
      onClose()
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblems(failure.body.fields ?? { '': failure.message })
    }
  }

  function input(key: string, field: AnyField) {
    return inputOf(field, {
      name: key,
      value: draft[key],
      error: problems[key],
      errors: problems,
      readOnly: false,
      draft,
      record: null,
      onChange: (value) => {
        setDraft((before) => ({ ...before, [key]: value }))
        setProblems({})
      },
    })
  }

  return (
    <Dialog title={t('Make the text a version')} onClose={onClose} isBusy={add.isPending} size={480}>
      <form
        noValidate
        className={classes['dialog']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p>
          {t(
            'The stored text becomes what customers agree to, in every language in which it has a title and a text. Once it applies, it can’t be changed.',
          )}
        </p>
        {problems[''] !== undefined && <p role="alert">{problems['']}</p>}
        <Checkbox
          label={t('Applies from now')}
          checked={isNow}
          onChange={(event) => setNow(event.currentTarget.checked)}
        />
        {!isNow && input('effectiveFrom', momentField)}
        {input('note', noteField)}
        <div className={classes['end']}>
          <Button variant="default" disabled={add.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={add.isPending}>
            {t('Make it a version')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
