import { Button } from '@mantine/core'
import { deviceOf, deviceText } from '../../kit/device.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useCommand } from '../../kit/screens/client.web.ts'
import { ListScreen } from '../../kit/screens/list-screen.tsx'
import { promptBox } from '../../ui/message-box-store.web.ts'
import { usePage } from '../../ui/page-context.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { confirmFreshSignIn } from '../../kit/screens/fresh-sign-in.web.ts'
import { ipTrusts } from './ip-trusts.ts'
import { approveVerification, denyVerification } from './ip-verification-commands.ts'
import { ipVerifications } from './ip-verifications.ts'

const cells = {
  userAgent: ({ userAgent }: AnyRecord) => (typeof userAgent === 'string' ? <span title={userAgent}>{deviceText(deviceOf(userAgent))}</span> : '–'),
}
const widths = { userAgent: 150 }
const needs = ['person', 'address', 'state'] as const
const refresh = [ipVerifications, ipTrusts] as const

function bulkActions(selected: readonly AnyRecord[], clear: () => void) {
  return <Decide verifications={selected} onDone={clear} />
}

export function IpVerificationListScreen() {
  const { mayWrite } = usePage()
  return <ListScreen of={ipVerifications} cells={cells} widths={widths} needs={needs} {...(mayWrite && { bulkActions })} />
}

const reasonOptions = {
  placeholder: 'Called me back on their usual number', errorText: 'Say why, in a few words.',
  validate: (value: string) => value.trim().length >= 5 && value.trim().length <= 500,
} as const

/** Approves or denies each of the chosen that still waits; the one reason is kept with all of them. */
function Decide({ verifications, onDone }: { verifications: readonly AnyRecord[]; onDone: () => void }) {
  const approve = useCommand(approveVerification, { refresh })
  const deny = useCommand(denyVerification, { refresh })
  const pending = verifications.filter(({ state }) => state === 'pending')
  const isBusy = approve.isPending || deny.isPending
  const names = pending.map(({ person, address }) => `${String(person)} from ${String(address)}`).join(', ')

  async function decide(command: typeof approve, title: string, text: string, done: string, confirmText: string): Promise<void> {
    const answer = await promptBox(text, title, { ...reasonOptions, confirmText, danger: command === deny })
    if (answer.action !== 'confirm') return
    let decided = 0
    for (const { id } of pending) {
      // What fails has been shown by the client; the others are decided all the same.
      await command.mutateAsync({ params: { id }, input: { reason: answer.value.trim() } }).then(() => decided++, () => {})
    }
    if (decided > 0) toast.success(`${decided === 1 ? String(pending[0]?.['person']) : `${decided} people`} ${done}`)
    onDone()
  }

  async function startApproving(): Promise<void> {
    if (!await confirmFreshSignIn('approve an address')) return
    await decide(approve, 'Approve?', `${names}: the address will be trusted for this person. How do you know that it is them?`, 'may sign in now', 'Approve')
  }

  return (
    <>
      <Button variant="default" disabled={pending.length === 0 || isBusy} onClick={() => void startApproving()}>Approve</Button>
      <Button
        variant="default" disabled={pending.length === 0 || isBusy}
        onClick={() => void decide(deny, 'Deny?', `${names}: no code will open this address to them for a day. Why?`, 'stays out', 'Deny')}
      >
        Deny
      </Button>
    </>
  )
}
