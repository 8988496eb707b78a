import { NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { registerDraft, takeDraft } from '../../../core/browser/drafts.web.ts'
import { formatInstant } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { FailedRequest, isRecord } from '../../../core/browser/request-errors.web.ts'
import { confirmFreshSignIn } from '../../../ui/resource/fresh-sign-in.web.ts'
import { Chip } from '../../../ui/resource/cells.tsx'
import { SaveBar } from '../../../ui/resource/form-parts.tsx'
import { useLeaveGuard, useNavigateTo } from '../../../ui/navigation.tsx'
import { saveShortcut, useShortcut } from '../../../ui/shortcuts.web.ts'
import { toast } from '../../../ui/toast-store.web.ts'
import { useGivableRoles } from './givable-roles.web.ts'
import { nameOf, statusTones, statusWords } from './person.ts'
import { useChange } from './role-client.web.ts'
import type { ConsoleUser } from './role-users.ts'
import { createConsoleUser, updateConsoleUser } from './role-users.ts'
import classes from './roles.module.css'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

interface RoleUserFormProps {
  /** Null for an invitation. */
  user: ConsoleUser | null
  isLocked: boolean
  /** Users can't change their own role. */
  isSelf: boolean
  /** Where to go once the form has nothing to lose. */
  goTo: string | null
  setGoTo: (address: string) => void
  children?: ReactNode
}

type Fields = Partial<Record<'email' | 'first_name' | 'last_name' | 'role', string>>

/** Keeps what was typed for the next sign-in, should the session end. */
function useKept(key: string, changed: Fields): void {
  const latest = useRef(changed)
  useEffect(() => {
    latest.current = changed
  })
  useEffect(
    () => registerDraft({ key, read: () => (Object.keys(latest.current).length > 0 ? latest.current : undefined) }),
    [key],
  )
}

/** The fields as they are typed, kept when the session ends, what is wrong with them, and their saving. */
function useUserDraft({ user, goTo, setGoTo }: Pick<RoleUserFormProps, 'user' | 'goTo' | 'setGoTo'>) {
  const key = `roles/users/${user?.email ?? 'new'}`
  const navigateTo = useNavigateTo()
  const create = useChange<ConsoleUser>(createConsoleUser)
  const update = useChange<ConsoleUser>(updateConsoleUser)
  const [edits, setEdits] = useState<Fields>(() => keptFields(takeDraft(key)))
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const stored = {
    email: user?.email ?? '',
    first_name: user?.first_name ?? '',
    last_name: user?.last_name ?? '',
    role: user?.role ?? '',
  }
  const values = { ...stored, ...edits }
  const changed: Fields = Object.fromEntries(
    Object.entries(edits).filter(([field, value]) => stored[field as keyof Fields] !== value),
  )
  const isDirty = Object.keys(changed).length > 0

  useLeaveGuard(isDirty && goTo === null)
  useEffect(() => {
    if (goTo !== null) navigateTo(goTo, { replace: true })
  }, [goTo, navigateTo])
  useKept(key, changed)

  function set(field: keyof Fields, value: string): void {
    setEdits((before) => ({ ...before, [field]: value }))
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)))
  }

  async function submit(): Promise<void> {
    const missing = {
      ...(values.email.trim() === '' && { email: t('Email is required.') }),
      ...(values.role === '' && { role: t('Choose a role.') }),
    }
    if (Object.keys(missing).length > 0) return setProblems(missing)
    if (
      (user === null || changed.role !== undefined) &&
      !(await confirmFreshSignIn(user ? t('change a role') : t('invite a person')))
    )
      return
    try {
      if (user === null) {
        const made = await create.mutateAsync({ input: values })
        toast.success(t('{nameOf} invited', { nameOf: nameOf(made) }))
        setGoTo(`/roles/users/update/${encodeURIComponent(made.email)}`)
      } else {
        const sent: Readonly<Record<string, string | undefined>> = changed
        const saved = await update.mutateAsync({ input: { email: user.email, ...sent }, version: user.version })
        toast.success(t('{nameOf} saved', { nameOf: nameOf(saved) }))
        // What was typed since then stays.
        setEdits((now) => Object.fromEntries(Object.entries(now).filter(([field, value]) => sent[field] !== value)))
      }
    } catch (failure) {
      if (!(failure instanceof FailedRequest) || failure.shown) return
      if (failure.body.fields) setProblems(failure.body.fields)
      else if (failure.status === 412)
        toast.warning(
          t('This person changed since you opened them. Your changes are kept on top: check them before you save.'),
          { duration: 0 },
        )
      else toast.error(failure.message)
    }
  }

  return {
    stored,
    values,
    problems,
    changed: Object.keys(changed) as readonly (keyof Fields)[],
    set,
    reset: () => {
      setEdits({})
      setProblems({})
    },
    submit,
    isSaving: create.isPending || update.isPending,
  }
}
type UserDraft = ReturnType<typeof useUserDraft>

/** A user's name and role. */
export function RoleUserForm({ user, isLocked, isSelf, goTo, setGoTo, children }: RoleUserFormProps) {
  const draft = useUserDraft({ user, goTo, setGoTo })
  const { changed, submit, isSaving } = draft
  const formId = useId()
  const labels = { email: t('Email'), first_name: t('First name'), last_name: t('Last name'), role: t('Role') }
  const isNew = user === null
  useShortcut(saveShortcut, () => void ((isNew || changed.length > 0) && !isSaving && submit()), !isLocked)
  const text = (field: 'email' | 'first_name' | 'last_name', more: object = {}) => (
    <TextInput
      label={labels[field]}
      value={draft.values[field]}
      error={draft.problems[field]}
      readOnly={isLocked}
      maxLength={field === 'email' ? 254 : 100}
      {...more}
      onChange={(event) => draft.set(field, event.currentTarget.value)}
    />
  )
  return (
    <>
      <form
        id={formId}
        className={classes['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className={classes['page']}>
          <div className={classes['column']}>
            <section className={classes['card']} aria-labelledby="person">
              <h2 id="person">{t('Person')}</h2>
              <div className={classes['fields']}>
                {text('email', {
                  className: classes['wide'] ?? '',
                  type: 'email',
                  required: true,
                  readOnly: !isNew || isLocked,
                  ...(isNew && { description: t('The address of their Google account') }),
                })}
                {text('first_name')}
                {text('last_name')}
                <RoleInput draft={draft} isLocked={isLocked || isSelf} isSelf={isSelf} />
              </div>
            </section>
            {children}
          </div>
          {user && <Account user={user} />}
        </div>
      </form>
      {!isLocked && (
        <SaveBar
          form={formId}
          changed={changed.map((field) => labels[field])}
          isNew={isNew}
          create={t('Invite')}
          isSaving={isSaving}
          onReset={draft.reset}
        />
      )}
    </>
  )
}

interface RoleInputProps {
  draft: UserDraft
  isLocked: boolean
  isSelf: boolean
}

/** The roles that the caller can give; those with more than they have themselves are shown and can't be chosen. */
function RoleInput({ draft, isLocked, isSelf }: RoleInputProps) {
  const roles = useGivableRoles()
  return (
    <NativeSelect
      label={t('Role')}
      required
      disabled={isLocked}
      value={draft.values.role}
      error={draft.problems['role']}
      {...(isSelf && { description: t('People can’t change their own role') })}
      data={[
        ...(draft.values.role === '' ? [{ value: '', label: t('Choose a role') }] : []),
        ...(draft.values.role !== '' && !roles.some(({ name }) => name === draft.values.role)
          ? [{ value: draft.values.role, label: roleTitle(draft.values.role) }]
          : []),
        ...roles.map(({ name, isGivable }) => ({
          value: name,
          label:
            isGivable || name === draft.stored.role
              ? roleTitle(name)
              : t('{name} (more permissions than you)', { name: roleTitle(name) }),
          disabled: !isGivable && name !== draft.stored.role,
        })),
      ]}
      onChange={(event) => draft.set('role', event.currentTarget.value)}
    />
  )
}

function Account({ user }: { user: ConsoleUser }) {
  return (
    <div className={classes['column']}>
      <section className={classes['card']} aria-labelledby="account">
        <h2 id="account">{t('Account')}</h2>
        <table className={classes['table']}>
          <tbody>
            <tr>
              <th scope="row">{t('Status')}</th>
              <td>
                <Chip tone={statusTones[user.status]}>{t(statusWords[user.status])}</Chip>
              </td>
            </tr>
            <tr>
              <th scope="row">{t('Last sign-in')}</th>
              <td>{user.lastLoginAt === null ? t('Never') : formatInstant(user.lastLoginAt)}</td>
            </tr>
            <tr>
              <th scope="row">{t('Since')}</th>
              <td>{formatInstant(user.createdAt)}</td>
            </tr>
            <tr>
              <th scope="row">{t('Role')}</th>
              <td>
                <a href={`/roles/update/${encodeURIComponent(user.role)}`}>{roleTitle(user.role)}</a>
              </td>
            </tr>
          </tbody>
        </table>
      </section>
    </div>
  )
}

function keptFields(kept: unknown): Fields {
  if (!isRecord(kept)) return {}
  return Object.fromEntries(
    ['email', 'first_name', 'last_name', 'role'].flatMap((field) =>
      typeof kept[field] === 'string' ? [[field, kept[field]]] : [],
    ),
  )
}
