import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useRows } from '../../../ui/resource/client.web.ts'
import { lazyScreen } from '../../../ui/lazy-screen.tsx'
import { ListScreen } from '../../../ui/resource/list-screen.tsx'
import { useRecordPaths } from '../../../ui/resource/record-paths.tsx'
import { usePage } from '../../../ui/page-context.tsx'
import { useMay } from '../../../core/browser/session.web.ts'
import { adminUsers } from './admin-users.ts'
import { elevations } from './elevations.ts'

// Needed only when rows are selected.
const AdminUserActions = lazyScreen(async () => (await import('./admin-user-actions.tsx')).AdminUserActions)
const RequestsDialog = lazy(async () => ({ default: (await import('./requests-dialog.tsx')).RequestsDialog }))

// “Agente de ventas” in Spanish.
const widths = { email: 280, role: 130 }

function bulkActions(selected: readonly AnyRecord[], clear: () => void) {
  return <AdminUserActions people={selected} onDone={clear} />
}

export function AdminUserListScreen() {
  const { mayWrite } = usePage()
  const mayManage = useMay()('manage-staff', 'users')
  return (
    <ListScreen
      of={adminUsers}
      widths={widths}
      actions={(mayWrite || mayManage) && <ListActions mayManage={mayManage} />}
      {...(mayManage && { bulkActions })}
    />
  )
}

function ListActions({ mayManage }: { mayManage: boolean }) {
  const { mayWrite } = usePage()
  const [isOpen, setOpen] = useState(false)
  const create = useRecordPaths()(adminUsers.name, 'create')
  const { data } = useRows(elevations, { filter: { state: 'open' }, range: [0, 49] })
  const waiting = data?.total ?? 0
  return (
    <>
      {mayManage && waiting > 0 && (
        <Button variant="default" onClick={() => setOpen(true)}>
          {waiting === 1 ? t('1 pending request') : t('{waiting} pending requests', { waiting })}
        </Button>
      )}
      {mayWrite && create && (
        <Button component="a" href={create} leftSection={<IconUserPlus size={15} aria-hidden />}>
          {t('Invite')}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <RequestsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
