import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../kit/language.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useRows } from '../../kit/screens/client.web.ts'
import { ListScreen } from '../../kit/screens/list-screen.tsx'
import { useRecordPaths } from '../../kit/screens/record-paths.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { AdminUserActions } from './admin-user-actions.tsx'
import { adminUsers } from './admin-users.ts'
import { elevations } from './elevations.ts'

const RequestsDialog = lazy(async () => ({ default: (await import('./requests-dialog.tsx')).RequestsDialog }))

const widths = { email: 280 }
/** What the commands read, whatever columns are on screen. */
const needs = ['name', 'email', 'status'] as const

function bulkActions(selected: readonly AnyRecord[], clear: () => void) {
  return <AdminUserActions people={selected} onDone={clear} />
}

export function AdminUserListScreen() {
  const { mayWrite } = usePage()
  return <ListScreen of={adminUsers} widths={widths} needs={needs} actions={mayWrite && <ListActions />} {...(mayWrite && { bulkActions })} />
}

function ListActions() {
  const [isOpen, setOpen] = useState(false)
  const create = useRecordPaths()(adminUsers.name, 'create')
  const { data } = useRows(elevations, { filter: { state: 'open' }, range: [0, 49] })
  const waiting = data?.total ?? 0
  return (
    <>
      {waiting > 0 && <Button variant="default" onClick={() => setOpen(true)}>{waiting === 1 ? t('1 request waits') : t('{waiting} requests wait', { waiting })}</Button>}
      {create && <Button component="a" href={create} leftSection={<IconUserPlus size={15} aria-hidden />}>{t('Invite')}</Button>}
      {isOpen && <Suspense><RequestsDialog onClose={() => setOpen(false)} /></Suspense>}
    </>
  )
}
