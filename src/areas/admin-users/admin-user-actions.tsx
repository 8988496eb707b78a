import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useCommand } from '../../kit/screens/client.web.ts'
import { useSession } from '../../kit/session.web.ts'
import { alertBox, promptBox } from '../../ui/message-box-store.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { confirmFreshSignIn } from '../../kit/screens/fresh-sign-in.web.ts'
import type { AccountResults } from './admin-user-commands.ts'
import { reactivateAdminUsers, sendInvitation, suspendAdminUsers } from './admin-user-commands.ts'
import { adminUsers } from './admin-users.ts'
import { elevations } from './elevations.ts'

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

  async function run(command: typeof suspend, chosen: readonly AnyRecord[], text: { title: string; message: string; verb: string; done: string }): Promise<void> {
    const { title, message, verb, done } = text
    const answer = await promptBox(message, title, {
      confirmText: verb, placeholder: 'Reason', validate: (value) => value.trim().length >= 3 || 'Say why, in three characters or more.',
    })
    if (answer.action !== 'confirm') return
    const reply = await command.mutateAsync({ input: { ids: chosen.map(({ id }) => id), reason: answer.value } }).catch(() => null)
    if (reply) await report(reply, chosen, done)
  }

  async function report({ results }: AccountResults, chosen: readonly AnyRecord[], done: string): Promise<void> {
    const refused = results.filter(({ ok }) => !ok)
    const names = new Map(chosen.map((person) => [person.id, String(person['name'])]))
    const changed = results.filter(({ ok }) => ok)
    if (changed.length > 0) toast.success(`${changed.length === 1 ? names.get(changed[0]?.id ?? 0) : `${changed.length} people`} ${done}`)
    onDone?.()
    if (refused.length === 0) return
    await alertBox(refused.map(({ id, message = '' }) => `${names.get(id) ?? id}: ${message}`).join('\n'), `${refused.length} not ${done}`, { type: 'warning' })
  }

  async function letInAgain(): Promise<void> {
    if (!await confirmFreshSignIn('let somebody in again')) return
    await run(reactivate, suspended, {
      title: `Reactivate ${named(suspended)}?`, message: 'They can sign in again, with the role they had. Why?', verb: 'Reactivate', done: 'reactivated',
    })
  }

  return (
    <>
      {suspended.length > 0 && <Button variant="default" disabled={isBusy} onClick={() => void letInAgain()}>Reactivate</Button>}
      {open.length > 0 && (
        <Button variant="default" disabled={isBusy} onClick={() => void run(suspend, open, areInvited
          ? { title: `Withdraw the invitation of ${named(open)}?`, message: 'The account stays, suspended. Why?', verb: 'Withdraw', done: 'suspended' }
          : { title: `Suspend ${named(open)}?`, message: 'Their sessions end at once and they cannot sign in. Why?', verb: 'Suspend', done: 'suspended' })}
        >
          {areInvited ? 'Withdraw invitation' : 'Suspend'}
        </Button>
      )}
    </>
  )
}

function named(people: readonly AnyRecord[]): string {
  return people.length === 1 ? String(people[0]?.['name']) : `${people.length} people`
}

/** The commands on the page of one person. */
export function OneAdminUserActions({ person }: { person: AnyRecord }) {
  const session = useSession()
  const [isChangingRole, setChangingRole] = useState(false)
  const invite = useCommand(sendInvitation, { refresh })

  async function sendAgain(): Promise<void> {
    if (!await confirmFreshSignIn('send an invitation')) return
    const done = await invite.mutateAsync({ params: { id: person.id } }).catch(() => null)
    if (done) toast.success(`Invitation sent to ${String(person['email'])}`)
  }

  return (
    <>
      {person['status'] === 'invited' && <Button variant="default" loading={invite.isPending} onClick={() => void sendAgain()}>Send invitation again</Button>}
      {person['email'] !== session?.email && (
        <Button variant="default" onClick={() => void confirmFreshSignIn('change a role').then((isFresh) => setChangingRole(isFresh))}>Change role</Button>
      )}
      <AdminUserActions people={[person]} />
      {isChangingRole && <Suspense><RoleDialog person={person} onClose={() => setChangingRole(false)} /></Suspense>}
    </>
  )
}
