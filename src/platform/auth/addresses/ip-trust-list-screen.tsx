import { Button } from '@mantine/core'
import { t } from '../../../core/i18n/language.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useDelete } from '../../../ui/resource/client.web.ts'
import { ListScreen } from '../../../ui/resource/list-screen.tsx'
import { confirmBox } from '../../../ui/message-box-store.web.ts'
import { usePage } from '../../../ui/page-context.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import { ipTrusts } from './ip-trusts.ts'

function bulkActions(selected: readonly AnyRecord[], clear: () => void) {
  return <Revoke trusts={selected} onDone={clear} />
}

export function IpTrustListScreen() {
  const { mayWrite } = usePage()
  return <ListScreen of={ipTrusts} {...(mayWrite && { bulkActions })} />
}

/** Revokes trust. Anyone working from that address is refused on their next click. */
function Revoke({ trusts, onDone }: { trusts: readonly AnyRecord[]; onDone: () => void }) {
  const remove = useDelete(ipTrusts)

  async function run(): Promise<void> {
    const names = trusts
      .map(({ person, network }) => t('{person} from {address}', { person: String(person), address: String(network) }))
      .join(', ')
    const { action } = await confirmBox(
      t('{names}: blocked from the next click, until they verify the address again.', { names }),
      t('{n, plural, one {Stop trusting this address?} other {Stop trusting # addresses?}}', { n: trusts.length }),
      { confirmText: t('Stop trusting'), type: 'warning', danger: true },
    )
    if (action !== 'confirm') return
    let revoked = 0
    // The client has shown the refusal; the other trusts are revoked all the same.
    for (const trust of trusts)
      await remove.mutateAsync(trust).then(
        () => revoked++,
        () => {},
      )
    if (revoked > 0)
      toast.success(
        t('{revoked, plural, one {The address is no longer trusted} other {# addresses are no longer trusted}}', {
          revoked,
        }),
      )
    onDone()
  }

  return (
    <Button variant="default" loading={remove.isPending} onClick={() => void run()}>
      {t('Stop trusting')}
    </Button>
  )
}
