import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { t } from '../../kit/language.ts'
import { ListScreen } from '../../kit/screens/list-screen.tsx'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useRecordPaths } from '../../kit/screens/record-paths.tsx'
import { usePage } from '../../ui/page-context.tsx'
import classes from './api-users.module.css'
import { apiUsers } from './api-users.ts'

const cells = {
  keyHint: (record: AnyRecord) => (record['keyHint'] ? <span className={classes['code']}>{String(record['keyHint'])}</span> : t('No key')),
}
const widths = { name: 140, company: 130, keyHint: 150, scopes: 240, lastUsedAt: 160, expiresAt: 160 }

/** Partners of the discovery API. */
export function ApiUserListScreen() {
  const { mayWrite } = usePage()
  const create = useRecordPaths()(apiUsers.name, 'create')
  return (
    <ListScreen
      of={apiUsers} cells={cells} widths={widths}
      actions={mayWrite && create && <Button component="a" href={create} leftSection={<IconPlus size={15} aria-hidden />}>{t('New API user')}</Button>}
    />
  )
}
