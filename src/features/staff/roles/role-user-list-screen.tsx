import '@mantine/core/styles/Combobox.layer.css'
import { Button, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { ListQuery } from '../../../core/list/list-query.ts'
import { formatInstant } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { Chip } from '../../../ui/resource/cells.tsx'
import type { GridColumn } from '../../../ui/data-grid/grid-column.web.ts'
import { usePage } from '../../../ui/page-context.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { ShortList } from '../../../ui/resource/short-list.tsx'
import { ListTool } from '../../../ui/resource/list-tool.web.ts'
import { useGivableRoles } from './givable-roles.web.ts'
import { nameOf, personHref, statusTones, statusWords } from './person.ts'
import { accounts, peopleList } from './role-lists.ts'
import { useUsers } from './role-client.web.ts'
import type { ConsoleUser } from './role-users.ts'
import classes from './roles.module.css'
import { useGiveRole } from './use-give-role.web.ts'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

const columnsOf = (): readonly GridColumn<ConsoleUser>[] => [
  { id: 'name', header: t('Name'), minWidth: 260, sortable: true, cell: nameOf, value: nameOf },
  {
    id: 'email',
    header: t('Email'),
    minWidth: 290,
    sortable: true,
    cell: ({ email }) => email,
    value: ({ email }) => email,
  },
  {
    id: 'role',
    header: t('Role'),
    minWidth: 120,
    sortable: true,
    cell: ({ role }) => roleTitle(role),
    value: ({ role }) => roleTitle(role),
  },
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

const textOf = (user: ConsoleUser) => `${nameOf(user)} ${user.email} ${roleTitle(user.role)}`

const valueIn = (user: ConsoleUser, key: string) => (key === 'name' ? nameOf(user) : user[key as keyof ConsoleUser])

const exported = ['name', 'email', 'role', 'status', 'lastLoginAt']

const exportOf = (query: ListQuery, shown: readonly ConsoleUser[] | null) => (
  <ListTool of={accounts} query={query} columns={exported} total={shown?.length ?? null} isCapped={false} />
)

/** The people who can sign in, with the role of each. */
export function RoleUserListScreen() {
  const { mayWrite } = usePage()
  const answer = useUsers()
  const roles = useGivableRoles()
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const columns = useMemo(() => columnsOf(), [])
  const list = useMemo(() => peopleList(roles.map(({ name }) => name)), [roles])
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
      <ShortList
        of={list}
        answer={answer}
        columns={columns}
        rowId={({ id }) => String(id)}
        hrefOf={personHref}
        textOf={textOf}
        valueIn={valueIn}
        create={mayWrite ? '/roles/users/create' : null}
        toolsOf={exportOf}
        skeletonRows={6}
        selectable={mayWrite}
        selection={selection}
        onSelectionChange={setSelection}
        {...(mayWrite && {
          commandsOf: (shown: readonly ConsoleUser[]) => {
            const chosen = shown.filter(({ id }) => selection.has(String(id)))
            return chosen.length > 0 && <GiveRole to={chosen} onDone={() => setSelection(new Set())} />
          },
        })}
      />
    </PageFrame>
  )
}

/** Gives the selected people another role. */
function GiveRole({ to, onDone }: { to: readonly ConsoleUser[]; onDone: () => void }) {
  const roles = useGivableRoles()
  const [newRole, setNewRole] = useState('')
  const give = useGiveRole()
  return (
    <div className={classes['bulk']} role="group" aria-label={t('Selected rows')}>
      <strong>{t('{n} selected', { n: to.length })}</strong>
      <NativeSelect
        aria-label={t('Role to assign')}
        value={newRole}
        onChange={(event) => setNewRole(event.currentTarget.value)}
        data={[
          { value: '', label: t('Choose a role') },
          ...roles.map(({ name, isGivable }) => ({ value: name, label: roleTitle(name), disabled: !isGivable })),
        ]}
      />
      <Button
        variant="default"
        disabled={newRole === ''}
        loading={give.isBusy}
        onClick={() => void give.run(to, newRole).then((isDone) => isDone && onDone())}
      >
        {t('Assign role')}
      </Button>
      <Button variant="subtle" color="gray" onClick={onDone}>
        {t('Clear selection')}
      </Button>
    </div>
  )
}
