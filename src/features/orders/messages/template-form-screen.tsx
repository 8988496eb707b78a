import { Button } from '@mantine/core'
import { Fragment, Suspense, useState } from 'react'
import { useMay } from '../../../core/browser/session.web.ts'
import { t } from '../../../core/i18n/language.ts'
import { lazyScreen } from '../../../ui/lazy-screen.tsx'
import { FormScreen } from '../../../ui/resource/form-screen.tsx'
import { messageKinds, variablesOf } from './message-kinds.ts'
import { messageTemplates } from './message-templates.ts'
import classes from './order-messages.module.css'

const TryDialog = lazyScreen(async () => (await import('./try-dialog.tsx')).TryDialog)

type Draft = Readonly<Record<string, unknown>>

export function TemplateFormScreen() {
  return <FormScreen of={messageTemplates} headline={(draft) => <Bar draft={draft} />} />
}

/** What the text can fill in, and the way to see it filled in. */
function Bar({ draft }: { draft: Draft }) {
  const [isOpen, setOpen] = useState(false)
  const maySeeOrders = useMay()('ui', 'purchases')
  const kind = messageKinds.find((one) => one === draft['key'])
  const variables = variablesOf(String(draft['key'] ?? ''))
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
