import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { t } from '../../core/i18n/language.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { usePage } from '../../ui/page-context.tsx'
import classes from './api-users.module.css'
import { apiUsers } from './api-users.ts'

const cells = {
  keyHint: (record: AnyRecord) =>
    record['keyHint'] ? <span className={classes['code']}>{String(record['keyHint'])}</span> : t('No key'),
}
const widths = { keyHint: 130, scopes: 150 }

/** Partners of the discovery API. */
export function ApiUserListScreen() {
  const { mayWrite } = usePage()
  const create = useRecordPaths()(apiUsers.name, 'create')
  return (
    <ListScreen
      of={apiUsers}
      cells={cells}
      widths={widths}
      actions={
        mayWrite &&
        create && (
          <Button component="a" href={create} leftSection={<IconPlus size={15} aria-hidden />}>
            {t('New API user')}
          </Button>
        )
      }
    />
  )
}
