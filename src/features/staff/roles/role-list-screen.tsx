import { Button, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { formatInstant } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { ListFrame, PageCommands } from '../../../ui/resource/list-frame.tsx'
import { WholeList } from '../../../ui/resource/pagination.tsx'
import { Failure } from '../../../ui/resource/states.tsx'
import { DataGrid } from '../../../ui/data-grid/data-grid.tsx'
import type { GridColumn } from '../../../ui/data-grid/grid-column.web.ts'
import { useNavigateTo, useRouteQuery } from '../../../ui/navigation.tsx'
import { usePage } from '../../../ui/page-context.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { rich } from '../../../ui/rich.tsx'
import { ObjectsDialog } from './objects-dialog.tsx'
import { roleHref, useRoles } from './role-client.web.ts'
import classes from './roles.module.css'
import type { Role } from './roles.ts'

const columnsOf = (): readonly GridColumn<Role>[] => [
  { id: 'name', header: t('Name'), minWidth: 140, sortable: true, cell: ({ name }) => name, value: ({ name }) => name },
  {
    id: 'description',
    header: t('Description'),
    minWidth: 300,
    onCard: false,
    cell: ({ description, isBuiltIn }) => (isBuiltIn ? t('Full access') : description || '–'),
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
    minWidth: 190,
    sortable: true,
    value: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt, changedBy }) => {
      const at = <time dateTime={updatedAt}>{formatInstant(updatedAt)}</time>
      return changedBy === null ? at : rich('{at} by {who}', { at, who: changedBy })
    },
  },
]

/** Every role with how many have it and what it reaches. */
export function RoleListScreen() {
  const { mayWrite, screen } = usePage()
  const { data, error, refetch } = useRoles()
  const navigateTo = useNavigateTo()
  const [{ q = '' }, patch] = useRouteQuery()
  const [isEditingObjects, setEditingObjects] = useState(false)
  const columns = useMemo(() => columnsOf(), [])
  const rows = useMemo(
    () =>
      data?.filter((role) =>
        [role.name, role.description, ...role.objects].join(' ').toLowerCase().includes(q.trim().toLowerCase()),
      ),
    [data, q],
  )
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
      <ListFrame
        tools={
          <TextInput
            type="search"
            role="searchbox"
            aria-label={t('Search')}
            placeholder={t('Search roles or objects')}
            className={classes['search'] ?? ''}
            value={q}
            leftSection={<IconSearch size={15} aria-hidden />}
            onChange={(event) => patch({ q: event.currentTarget.value }, { replace: true })}
          />
        }
        foot={<WholeList count={rows?.length} />}
      >
        <DataGrid
          name={screen}
          label={t('Roles')}
          columns={columns}
          rows={rows}
          rowId={({ id }) => String(id)}
          processing="local"
          skeletonRows={6}
          error={
            error && !data ? <Failure error={error} onRetry={() => void refetch()} what={t('Roles')} /> : undefined
          }
          empty={<p>{t('No role matches what you are looking for.')}</p>}
          rowHref={roleHref}
          onOpen={(role) => navigateTo(roleHref(role))}
        />
      </ListFrame>
      {isEditingObjects && <ObjectsDialog mayWrite={mayWrite} onClose={() => setEditingObjects(false)} />}
    </PageFrame>
  )
}
