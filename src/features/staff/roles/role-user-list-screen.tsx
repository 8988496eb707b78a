import '@mantine/core/styles/Combobox.layer.css'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { formatInstant } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { Chip } from '../../../ui/resource/cells.tsx'
import { ChoiceFilter } from '../../../ui/resource/choice-filter.tsx'
import { ListFrame } from '../../../ui/resource/list-frame.tsx'
import { WholeList } from '../../../ui/resource/pagination.tsx'
import { Failure } from '../../../ui/resource/states.tsx'
import { DataGrid } from '../../../ui/data-grid/data-grid.tsx'
import type { GridColumn } from '../../../ui/data-grid/grid-column.web.ts'
import { useNavigateTo, useRouteQuery } from '../../../ui/navigation.tsx'
import { usePage } from '../../../ui/page-context.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { useGivableRoles } from './givable-roles.web.ts'
import { nameOf, statusTones, statusWords } from './person.ts'
import { useUsers } from './role-client.web.ts'
import type { ConsoleUser } from './role-users.ts'
import classes from './roles.module.css'
import { useGiveRole } from './use-give-role.web.ts'

const columnsOf = (): readonly GridColumn<ConsoleUser>[] => [
  { id: 'name', header: t('Name'), minWidth: 260, sortable: true, cell: nameOf, value: nameOf },
  {
    id: 'email',
    header: t('E-mail'),
    minWidth: 220,
    sortable: true,
    cell: ({ email }) => email,
    value: ({ email }) => email,
  },
  { id: 'role', header: t('Role'), minWidth: 120, sortable: true, cell: ({ role }) => role, value: ({ role }) => role },
  {
    id: 'status',
    header: t('Status'),
    width: 120,
    sortable: true,
    cell: ({ status }) => <Chip tone={statusTones[status]}>{t(statusWords[status])}</Chip>,
    value: ({ status }) => status,
  },
  {
    id: 'lastLoginAt',
    header: t('Last sign-in'),
    onCard: false,
    minWidth: 150,
    sortable: true,
    value: ({ lastLoginAt }) => lastLoginAt ?? '',
    cell: ({ lastLoginAt }) =>
      lastLoginAt === null ? t('Never') : <time dateTime={lastLoginAt}>{formatInstant(lastLoginAt)}</time>,
  },
]

const hrefOf = ({ email }: ConsoleUser) => `/roles/users/update/${encodeURIComponent(email)}`

/** The people who can sign in, with the role of each. */
export function RoleUserListScreen() {
  const { mayWrite, screen } = usePage()
  const { data, error, refetch } = useUsers()
  const roles = useGivableRoles()
  const navigateTo = useNavigateTo()
  const [{ q = '', role = '' }, patch] = useRouteQuery()
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const [newRole, setNewRole] = useState('')
  const give = useGiveRole()
  const columns = useMemo(() => columnsOf(), [])
  const rows = useMemo(
    () =>
      data?.filter(
        (user) =>
          (role === '' || user.role === role) &&
          `${nameOf(user)} ${user.email} ${user.role}`.toLowerCase().includes(q.trim().toLowerCase()),
      ),
    [data, q, role],
  )
  const selected = (rows ?? []).filter(({ id }) => selection.has(String(id)))
  return (
    <PageFrame
      actions={
        mayWrite && (
          <Button component="a" href="/roles/users/create" leftSection={<IconPlus size={15} aria-hidden />}>
            {t('New person')}
          </Button>
        )
      }
    >
      <ListFrame
        tools={
          <>
            <TextInput
              type="search"
              role="searchbox"
              aria-label={t('Search')}
              placeholder={t('Search people')}
              className={classes['search'] ?? ''}
              value={q}
              leftSection={<IconSearch size={15} aria-hidden />}
              onChange={(event) => patch({ q: event.currentTarget.value }, { replace: true })}
            />
            <ChoiceFilter
              label={t('Role')}
              value={role === '' ? null : role}
              options={roles.map(({ name }) => ({ value: name, label: name }))}
              onChange={(value) => patch({ role: value })}
            />
          </>
        }
        {...(mayWrite && {
          selection: selected.length > 0 && (
            <div className={classes['bulk']} role="group" aria-label={t('Selected rows')}>
              <strong>{t('{n} selected', { n: selected.length })}</strong>
              <NativeSelect
                aria-label={t('Role to give')}
                value={newRole}
                onChange={(event) => setNewRole(event.currentTarget.value)}
                data={[
                  { value: '', label: t('Choose a role') },
                  ...roles.map(({ name, isGivable }) => ({ value: name, label: name, disabled: !isGivable })),
                ]}
              />
              <Button
                variant="default"
                disabled={newRole === ''}
                loading={give.isBusy}
                onClick={() => void give.run(selected, newRole).then((isDone) => isDone && setSelection(new Set()))}
              >
                {t('Give role')}
              </Button>
              <Button variant="subtle" color="gray" onClick={() => setSelection(new Set())}>
                {t('Clear selection')}
              </Button>
            </div>
          ),
        })}
        foot={<WholeList count={rows?.length} />}
      >
        <DataGrid
          name={screen}
          label={t('People')}
          columns={columns}
          rows={rows}
          rowId={({ id }) => String(id)}
          processing="local"
          skeletonRows={6}
          error={
            error && !data ? <Failure error={error} onRetry={() => void refetch()} what={t('People')} /> : undefined
          }
          empty={<p>{t('No one matches your search.')}</p>}
          selectable={mayWrite}
          selection={selection}
          onSelectionChange={setSelection}
          rowHref={hrefOf}
          onOpen={(user) => navigateTo(hrefOf(user))}
        />
      </ListFrame>
    </PageFrame>
  )
}
