import { Button, Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { Chip } from '../../../ui/resource/cells.tsx'
import { Failure } from '../../../ui/resource/states.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import { useGivableRoles } from './givable-roles.web.ts'
import { nameOf, personHref, statusTones, statusWords } from './person.ts'
import { useUsers } from './role-client.web.ts'
import classes from './roles.module.css'
import type { Role } from './roles.ts'
import { useGiveRole } from './use-give-role.web.ts'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

/** Who has the role, and a way to give it to others. */
export function RoleMembers({ role, mayWrite }: { role: Role; mayWrite: boolean }) {
  const { data, error, refetch } = useUsers(role.name)
  const roles = useGivableRoles()
  const [isAdding, setAdding] = useState(false)
  const mayGive = mayWrite && roles.some(({ name, isGivable }) => name === role.name && isGivable)
  return (
    <section className={classes['card']} aria-labelledby="members">
      <div className={classes['cardHead']}>
        <h2 id="members">
          {t('Members')}
          {data && ` (${data.length})`}
        </h2>
        {mayGive && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconUserPlus size={15} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('Add people')}
          </Button>
        )}
      </div>
      {error && !data && <Failure error={error} what={t('Members')} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className={classes['quiet']}>{t('No one has this role.')}</p>}
      {data && data.length > 0 && (
        <ul className={classes['list']}>
          {data.map((user) => (
            <li key={user.id}>
              <a href={personHref(user)}>{nameOf(user)}</a>
              {user.status !== 'active' && <Chip tone={statusTones[user.status]}>{t(statusWords[user.status])}</Chip>}
            </li>
          ))}
        </ul>
      )}
      {isAdding && <AddPeopleDialog role={role} onClose={() => setAdding(false)} />}
    </section>
  )
}

function AddPeopleDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const { data } = useUsers()
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const give = useGiveRole()
  const others = (data ?? []).filter((user) => user.role !== role.name)
  const shown = others.filter((user) =>
    `${nameOf(user)} ${user.email} ${roleTitle(user.role)}`.toLowerCase().includes(q.toLowerCase()),
  )

  async function submit(): Promise<void> {
    if (chosen.size === 0) {
      toast.warning(t('Choose at least one person.'))
      return
    }
    if (
      await give.run(
        others.filter(({ email }) => chosen.has(email)),
        role.name,
      )
    )
      onClose()
  }

  return (
    <Dialog title={t('Add people to {name}', { name: roleTitle(role.name) })} onClose={onClose} size={480}>
      <TextInput
        type="search"
        role="searchbox"
        aria-label={t('Search people')}
        placeholder={t('Search people')}
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
        data-autofocus
      />
      <div className={classes['people']} role="group" aria-label={t('People with other roles')}>
        {shown.map((user) => (
          <Checkbox
            key={user.id}
            mt={6}
            label={t('{nameOf} (now {role})', { nameOf: nameOf(user), role: roleTitle(user.role) })}
            checked={chosen.has(user.email)}
            onChange={(event) => {
              const { checked } = event.currentTarget
              setChosen(
                (before) =>
                  new Set(checked ? [...before, user.email] : [...before].filter((email) => email !== user.email)),
              )
            }}
          />
        ))}
        {data && shown.length === 0 && <p className={classes['quiet']}>{t('No matches.')}</p>}
      </div>
      <p className={classes['quiet']}>{t('Each person has one role. This one replaces theirs.')}</p>
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button loading={give.isBusy} onClick={() => void submit()}>
          {chosen.size > 0 ? t('Add {size}', { size: chosen.size }) : t('Add')}
        </Button>
      </div>
    </Dialog>
  )
}
