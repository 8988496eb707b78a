import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { FormScreen } from '../../ui/resource/form-screen.tsx'
import { FreshSignInGate } from '../../ui/resource/fresh-sign-in-gate.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { usePage } from '../../ui/page-context.tsx'
import { ApiKeysPanel } from './api-keys-panel.tsx'
import { ApiUsagePanel } from './api-usage-panel.tsx'
import classes from './api-users.module.css'
import { apiUsers } from './api-users.ts'
import { KeyDialog } from './key-dialog.tsx'
import { TryPanel } from './try-panel.tsx'

interface Made {
  readonly key: string
  readonly name: string
  proceed: () => void
}

/** Creates an API user and shows its key, or shows one with its keys and what they are used for. */
export function ApiUserFormScreen() {
  const [query] = useRouteQuery()
  const { mayWrite } = usePage()
  const [made, setMade] = useState<Made | null>(null)
  const queries = useQueryClient()

  /** Waits until the key has been taken, and then forgets it. */
  async function showKey({ key, ...record }: AnyRecord): Promise<void> {
    await new Promise<void>((resolve) => setMade({ key: String(key), name: String(record['name']), proceed: resolve }))
    setMade(null)
    queries.removeQueries({ queryKey: [apiUsers.name, 'record', record.id] })
  }

  const form = <FormScreen of={apiUsers} onCreated={showKey} below={TablesOf} />
  return (
    <>
      {mayWrite && query['id'] === undefined ? (
        <FreshSignInGate what={t('create a key')}>{form}</FreshSignInGate>
      ) : (
        form
      )}
      {made && <KeyDialog apiKey={made.key} name={made.name} onClose={made.proceed} />}
    </>
  )
}

function TablesOf(record: AnyRecord) {
  return <ApiUserTables record={record} />
}

function ApiUserTables({ record }: { record: AnyRecord }) {
  const mayManage = useMay()('manage-keys', 'users')
  // Between the creation and the page's own address there is no record yet to show tables of.
  if ('key' in record) return null
  return (
    <div className={classes['panels']}>
      <ApiKeysPanel user={record} mayManage={mayManage} />
      <TryPanel user={record} />
      <ApiUsagePanel id={record.id} />
    </div>
  )
}
