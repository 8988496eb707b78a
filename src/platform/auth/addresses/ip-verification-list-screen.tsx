import { Button } from '@mantine/core'
import { deviceOf, deviceText } from '../../../core/http/device.ts'
import { t } from '../../../core/i18n/language.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useCommand } from '../../../ui/resource/client.web.ts'
import { ListScreen } from '../../../ui/resource/list-screen.tsx'
import { promptBox } from '../../../ui/message-box-store.web.ts'
import { usePage } from '../../../ui/page-context.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import { confirmFreshSignIn } from '../../../ui/resource/fresh-sign-in.web.ts'
import { ipTrusts } from './ip-trusts.ts'
import { approveVerification, denyVerification } from './ip-verification-commands.ts'
import { ipVerifications } from './ip-verifications.ts'

const cells = {
  userAgent: ({ userAgent }: AnyRecord) =>
    typeof userAgent === 'string' ? <span title={userAgent}>{deviceText(deviceOf(userAgent))}</span> : '–',
}
const widths = { userAgent: 150 }
const refresh = [ipVerifications, ipTrusts] as const

function bulkActions(selected: readonly AnyRecord[], clear: () => void) {
  return <Decide verifications={selected} onDone={clear} />
}

export function IpVerificationListScreen() {
  const { mayWrite } = usePage()
  return <ListScreen of={ipVerifications} cells={cells} widths={widths} {...(mayWrite && { bulkActions })} />
}

const reasonOptions = {
  validate: (value: string) => value.trim().length >= 5 && value.trim().length <= 500,
} as const

/** Approves or denies each of the chosen that still waits; the one reason is kept with all of them. */
function Decide({ verifications, onDone }: { verifications: readonly AnyRecord[]; onDone: () => void }) {
  const approve = useCommand(approveVerification, { refresh })
  const deny = useCommand(denyVerification, { refresh })
  const pending = verifications.filter(({ state }) => state === 'pending')
  const isBusy = approve.isPending || deny.isPending
  const names = pending
    .map(({ person, address }) => t('{person} from {address}', { person: String(person), address: String(address) }))
    .join(', ')
  const one = String(pending[0]?.['person'])

  async function decide(
    command: typeof approve,
    title: string,
    text: string,
    done: (n: number) => string,
    confirmText: string,
  ): Promise<void> {
    const answer = await promptBox(text, title, {
      ...reasonOptions,
      placeholder: t('Called me back on their usual number'),
      errorText: t('Enter a short reason.'),
      confirmText,
      danger: command === deny,
    })
    if (answer.action !== 'confirm') return
    let decided = 0
    for (const { id } of pending) {
      // What fails has been shown by the client; the others are decided all the same.
      await command.mutateAsync({ params: { id }, input: { reason: answer.value.trim() } }).then(
        () => decided++,
        () => {},
      )
    }
    if (decided > 0) toast.success(done(decided))
    onDone()
  }

  async function startApproving(): Promise<void> {
    if (!(await confirmFreshSignIn(t('approve an address')))) return
    await decide(
      approve,
      t('Approve?'),
      t('{names}: the address will be trusted for this person. How do you know that it is them?', { names }),
      (n) => t('{n, plural, one {{one} can sign in now} other {# people can sign in now}}', { n, one }),
      t('Approve'),
    )
  }

  return (
    <>
      <Button variant="default" disabled={pending.length === 0 || isBusy} onClick={() => void startApproving()}>
        {t('Approve')}
      </Button>
      <Button
        variant="default"
        disabled={pending.length === 0 || isBusy}
        onClick={() =>
          void decide(
            deny,
            t('Deny?'),
            t('{names} can’t verify this address by code for a day. Reason?', { names }),
            (n) => t('{n, plural, one {{one} stays out} other {# people stay out}}', { n, one }),
            t('Deny'),
          )
        }
      >
        {t('Deny')}
      </Button>
    </>
  )
}
