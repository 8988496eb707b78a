import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { formatInstant } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { PageCommands } from '../../../ui/resource/list-frame.tsx'
import type { GridColumn } from '../../../ui/data-grid/grid-column.web.ts'
import { usePage } from '../../../ui/page-context.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { ShortList } from '../../../ui/resource/short-list.tsx'
import { ObjectsDialog } from './objects-dialog.tsx'
import { roleHref, useRoles } from './role-client.web.ts'
import { roleList } from './role-lists.ts'
import type { Role } from './roles.ts'
import { exportRoles } from './roles.ts'
import { WholeListExportButton } from '../../../platform/transfer/whole-list-export-button.tsx'
import { roleDescription, roleTitle } from '../../../platform/auth/role-labels.ts'

const columnsOf = (): readonly GridColumn<Role>[] => [
  {
    id: 'name',
    header: t('Name'),
    minWidth: 140,
    sortable: true,
    cell: ({ name }) => roleTitle(name),
    value: ({ name }) => roleTitle(name),
  },
  {
    id: 'description',
    header: t('Description'),
    minWidth: 420,
    onCard: false,
    cell: ({ description, isBuiltIn }) => (isBuiltIn ? t('Full access') : roleDescription(description) || '–'),
    value: ({ description }) => description,
  },
  {
    id: 'members',
    header: t('Members'),
    width: 96,
    numeric: true,
    sortable: true,
    cell: ({ members }) => members,
    value: ({ members }) => members,
  },
  {
    id: 'objects',
    header: t('Objects'),
    onCard: false,
    width: 90,
    numeric: true,
    sortable: true,
    cell: ({ objects, isBuiltIn }) => (isBuiltIn ? t('all') : objects.length),
    value: ({ objects }) => objects.length,
  },
  {
    id: 'permissions',
    header: t('Permissions'),
    width: 112,
    numeric: true,
    sortable: true,
    cell: ({ permissions, isBuiltIn }) => (isBuiltIn ? t('all') : permissions),
    value: ({ permissions }) => permissions,
  },
  {
    id: 'updatedAt',
    header: t('Last change'),
    minWidth: 168,
    sortable: true,
    value: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => <time dateTime={updatedAt}>{formatInstant(updatedAt)}</time>,
    below: ({ changedBy }) => changedBy,
  },
]

const exportOf = (_query: unknown, shown: readonly Role[] | null) => (
  <WholeListExportButton of={exportRoles} rows={shown && shown.map(({ name }) => name)} />
)

const textOf = ({ name, description, objects }: Role) =>
  [name, roleTitle(name), roleDescription(description), ...objects].join(' ')

/** The built-in role has everything, and lists nothing. */
const valueIn = (role: Role, key: string) =>
  key === 'objects'
    ? role.isBuiltIn
      ? null
      : role.objects.length
    : key === 'permissions' && role.isBuiltIn
      ? null
      : role[key as keyof Role]

/** Every role with how many have it and what it reaches. */
export function RoleListScreen() {
  const { mayWrite } = usePage()
  const answer = useRoles()
  const [isEditingObjects, setEditingObjects] = useState(false)
  const columns = useMemo(() => columnsOf(), [])
  return (
    <PageFrame
      actions={
        <PageCommands>
          <Button variant="default" component="a" href="/roles/users/list">
            {t('People')}
          </Button>
          <Button variant="default" onClick={() => setEditingObjects(true)}>
            {t('Objects')}
          </Button>
          {mayWrite && (
            <Button component="a" href="/roles/update" leftSection={<IconPlus size={15} aria-hidden />}>
              {t('New role')}
            </Button>
          )}
        </PageCommands>
      }
    >
      <ShortList
        of={roleList()}
        answer={answer}
        columns={columns}
        rowId={({ id }) => String(id)}
        hrefOf={roleHref}
        textOf={textOf}
        valueIn={valueIn}
        create={mayWrite ? '/roles/update' : null}
        toolsOf={exportOf}
        skeletonRows={6}
      />
      {isEditingObjects && <ObjectsDialog mayWrite={mayWrite} onClose={() => setEditingObjects(false)} />}
    </PageFrame>
  )
}
