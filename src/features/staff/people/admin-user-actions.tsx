import { IconSend, IconUserCheck, IconUserCog, IconUserOff } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useCommand } from '../../../ui/resource/client.web.ts'
import { useMay, useSession } from '../../../core/browser/session.web.ts'
import { usePage } from '../../../ui/page-context.tsx'
import { alertBox, promptBox } from '../../../ui/message-box-store.web.ts'
import { toast } from '../../../ui/toast-store.web.ts'
import { confirmFreshSignIn } from '../../../ui/resource/fresh-sign-in.web.ts'
import type { AccountResults } from './admin-user-commands.ts'
import { reactivateAdminUsers, sendInvitation, suspendAdminUsers } from './admin-user-commands.ts'
import { adminUsers } from './admin-users.ts'
import { elevations } from './elevations.ts'
import { CommandButton } from '../../../ui/resource/command.tsx'

const RoleDialog = lazy(async () => ({ default: (await import('./role-dialog.tsx')).RoleDialog }))
const refresh = [adminUsers, elevations] as const

interface AdminUserActionsProps {
  readonly people: readonly AnyRecord[]
  /** Called when all that could be done has been. */
  readonly onDone?: () => void
}

/** The commands for one account or many: those that would change at least one of them. */
export function AdminUserActions({ people, onDone }: AdminUserActionsProps) {
  const session = useSession()
  const suspend = useCommand(suspendAdminUsers, { refresh })
  const reactivate = useCommand(reactivateAdminUsers, { refresh })
  const others = people.filter(({ email }) => email !== session?.email)
  const open = others.filter(({ status }) => status !== 'suspended')
  const suspended = others.filter(({ status }) => status === 'suspended')
  const isBusy = suspend.isPending || reactivate.isPending
  const areInvited = open.every(({ status }) => status === 'invited')

  async function run(command: typeof suspend, chosen: readonly AnyRecord[], question: Question): Promise<void> {
    const { title, message, verb, done } = question
    const answer = await promptBox(message, title, {
      confirmText: verb,
      placeholder: t('Reason'),
      validate: (value) => value.trim().length >= 3 || t('Enter a reason of at least 3 characters.'),
    })
    if (answer.action !== 'confirm') return
    const reply = await command
      .mutateAsync({ input: { ids: chosen.map(({ id }) => id), reason: answer.value } })
      .catch(() => null)
    if (reply) await report(reply, chosen, done)
  }

  async function report({ results }: AccountResults, chosen: readonly AnyRecord[], done: Done): Promise<void> {
    const refused = results.filter(({ ok }) => !ok)
    const names = new Map(chosen.map((person) => [person.id, String(person['name'])]))
    const changed = results.filter(({ ok }) => ok)
    if (changed.length > 0) toast.success(done.yes(changed.length, names.get(changed[0]?.id ?? 0) ?? ''))
    onDone?.()
    if (refused.length === 0) return
    await alertBox(
      refused.map(({ id, message = '' }) => `${names.get(id) ?? id}: ${message}`).join('\n'),
      done.no(refused.length),
      { type: 'warning' },
    )
  }

  async function letInAgain(): Promise<void> {
    if (!(await confirmFreshSignIn(t('let a person in again')))) return
    await run(reactivate, suspended, {
      title: t('Reactivate {named}?', { named: named(suspended) }),
      message: t('They can sign in again, with the role they had. Why?'),
      verb: t('Reactivate'),
      done: reactivated,
    })
  }

  return (
    <>
      {suspended.length > 0 && (
        <CommandButton
          label={t('Reactivate')}
          icon={IconUserCheck}
          place="primary"
          isBusy={isBusy}
          run={() => void letInAgain()}
        />
      )}
      {open.length > 0 && (
        <CommandButton
          label={areInvited ? t('Withdraw invitation') : t('Suspend')}
          icon={IconUserOff}
          place="last"
          isBusy={isBusy}
          run={() => void run(suspend, open, areInvited ? withdrawalQuestion(open) : suspensionQuestion(open))}
        />
      )}
    </>
  )
}

function named(people: readonly AnyRecord[]): string {
  return people.length === 1
    ? String(people[0]?.['name'])
    : t('{n, plural, one {# person} other {# people}}', { n: people.length })
}

/** The messages about people it worked for, and about those it did not. */
interface Done {
  yes(n: number, name: string): string
  no(n: number): string
}

const reactivated: Done = {
  yes: (n, name) => t('{n, plural, one {{name} reactivated} other {# people reactivated}}', { n, name }),
  no: (n) => t('{n} not reactivated', { n }),
}
const suspendedWords: Done = {
  yes: (n, name) => t('{n, plural, one {{name} suspended} other {# people suspended}}', { n, name }),
  no: (n) => t('{n} not suspended', { n }),
}

/** What is asked before a command, which wants a reason. */
interface Question {
  readonly title: string
  readonly message: string
  readonly verb: string
  readonly done: Done
}

const withdrawalQuestion = (invited: readonly AnyRecord[]): Question => ({
  title: t('Withdraw the invitation of {named}?', { named: named(invited) }),
  message: t('The account stays, suspended. Why?'),
  verb: t('Withdraw'),
  done: suspendedWords,
})
const suspensionQuestion = (open: readonly AnyRecord[]): Question => ({
  title: t('Suspend {named}?', { named: named(open) }),
  message: t('Their sessions end at once and they cannot sign in. Why?'),
  verb: t('Suspend'),
  done: suspendedWords,
})

/** The commands on the page of one person. */
export function OneAdminUserActions({ person }: { person: AnyRecord }) {
  const session = useSession()
  const may = useMay()
  const { mayWrite } = usePage()
  const mayManage = may('manage-staff', 'users')
  const [isChangingRole, setChangingRole] = useState(false)
  const invite = useCommand(sendInvitation, { refresh })

  async function sendAgain(): Promise<void> {
    if (!(await confirmFreshSignIn(t('send an invitation')))) return
    const done = await invite.mutateAsync({ params: { id: person.id } }).catch(() => null)
    if (done) toast.success(t('Invitation sent to {value}', { value: String(person['email']) }))
  }

  return (
    <>
      {mayManage && person['status'] === 'invited' && (
        <CommandButton
          label={t('Send invitation again')}
          icon={IconSend}
          place="primary"
          isBusy={invite.isPending}
          run={() => void sendAgain()}
        />
      )}
      {mayWrite && person['email'] !== session?.email && (
        <CommandButton
          label={t('Change role')}
          icon={IconUserCog}
          run={() => void confirmFreshSignIn(t('change a role')).then((isFresh) => setChangingRole(isFresh))}
        />
      )}
      {mayManage && <AdminUserActions people={[person]} />}
      {isChangingRole && (
        <Suspense>
          <RoleDialog person={person} onClose={() => setChangingRole(false)} />
        </Suspense>
      )}
    </>
  )
}
