import { Button } from '@mantine/core'
import { Fragment, Suspense, useState } from 'react'
import { useMay } from '../../../core/browser/session.web.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import { lazyScreen } from '../../../ui/lazy-screen.tsx'
import { useRouteQuery } from '../../../ui/navigation.tsx'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useRecord } from '../../../ui/resource/client.web.ts'
import { FormScreen } from '../../../ui/resource/form-screen.tsx'
import { messageKinds, variablesOf, whyNotAutomatic } from './message-kinds.ts'
import { messageTemplates } from './message-templates.ts'
import classes from './order-messages.module.css'

const TryDialog = lazyScreen(async () => (await import('./try-dialog.tsx')).TryDialog)

type Draft = Readonly<Record<string, unknown>>

const isFieldLocked = (record: AnyRecord, field: string) => field === 'isSent' && whyNotAutomatic(String(record['key']))

export function TemplateFormScreen() {
  const [query] = useRouteQuery()
  const id = recordIdIn(query['id'])
  const key = useRecord(messageTemplates, id).data?.key
  return (
    <FormScreen
      of={messageTemplates}
      isFieldLocked={isFieldLocked}
      headline={(draft) => <Bar template={key} draft={draft} />}
    />
  )
}

/** What the text can fill in, and the way to see it filled in. */
function Bar({ template, draft }: { template: string | undefined; draft: Draft }) {
  const [isOpen, setOpen] = useState(false)
  const maySeeOrders = useMay()('ui', 'purchases')
  const kind = messageKinds.find((one) => one === template)
  const variables = variablesOf(template)
  return (
    <div className={classes['bar']}>
      <p>
        {t('Variables:')}{' '}
        {variables.map(([name, meaning], index) => (
          <Fragment key={name}>
            {index > 0 && ', '}
            <code title={t(meaning)}>{`{${name}}`}</code>
          </Fragment>
        ))}
      </p>
      {maySeeOrders && kind !== undefined && (
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('Preview…')}
        </Button>
      )}
      {isOpen && kind !== undefined && (
        <Suspense>
          <TryDialog
            kind={kind}
            text={{ subject: String(draft['subject'] ?? ''), body: String(draft['body'] ?? '') }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
