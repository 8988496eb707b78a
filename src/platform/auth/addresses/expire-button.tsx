import { Button } from '@mantine/core'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { t } from '../../../core/i18n/language.ts'
import { alertBox, confirmBox } from '../../../ui/message-box-store.web.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useCommand } from '../../../ui/resource/client.web.ts'
import { confirmFreshSignIn } from '../../../ui/resource/fresh-sign-in.web.ts'
import { toast } from '../../../ui/toast-store.web.ts'
import { expireIpRanges } from './ip-range-commands.ts'
import { ipRanges } from './ip-ranges.ts'

const refresh = [ipRanges] as const

/** Ends ranges now. Those that have ended already are left as they are. */
export function ExpireButton({ ranges, onDone }: { ranges: readonly AnyRecord[]; onDone: () => void }) {
  const expire = useCommand(expireIpRanges, { refresh, quiet: [409] })
  const active = ranges.filter(({ state }) => state === 'active')

  async function run(): Promise<void> {
    if (!(await confirmFreshSignIn(t('change who can sign in')))) return
    const names = active.map(({ label }) => String(label)).join(', ')
    const { action } = await confirmBox(
      t(
        '{names}: no one can sign in from there any more, including people at work. They can verify their own address with an emailed code.',
        { names },
      ),
      t('{n, plural, one {End this range now?} other {End # ranges now?}}', { n: active.length }),
      { confirmText: t('End now'), type: 'warning', danger: true },
    )
    if (action !== 'confirm') return
    try {
      const { expired } = await expire.mutateAsync({ input: { ids: active.map(({ id }) => id) } })
      toast.success(t('{n, plural, one {Range ended} other {# ranges ended}}', { n: expired.length }))
      onDone()
    } catch (failure) {
      if (failure instanceof FailedRequest && failure.status === 409)
        await alertBox(failure.message, t('No verifications ended'), { type: 'warning' })
    }
  }

  return (
    <Button variant="default" disabled={active.length === 0} loading={expire.isPending} onClick={() => void run()}>
      {t('End now')}
    </Button>
  )
}
