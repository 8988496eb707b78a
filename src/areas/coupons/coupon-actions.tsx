import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useCommand } from '../../kit/screens/client.web.ts'
import { useRecordCare } from '../../kit/screens/record-care.tsx'
import { useUndoable } from '../../kit/screens/undo.web.ts'
import { alertBox, confirmBox } from '../../ui/message-box-store.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { CouponResults } from './coupon-commands.ts'
import { archiveCoupons, extendCoupons, pauseCoupons, resumeCoupons } from './coupon-commands.ts'
import type { StateFacts } from './coupon-state.ts'
import { refuseArchive, refusePause, refuseResume } from './coupon-state.ts'
import { coupons } from './coupons.ts'

const ExtendDialog = lazy(async () => ({ default: (await import('./extend-dialog.tsx')).ExtendDialog }))

const refresh = [coupons] as const
const archived = 'archived'

interface CouponActionsProps {
  readonly coupons: readonly AnyRecord[]
  /** Called when every coupon that could be changed has been. */
  readonly onDone?: () => void
}

/**
 * The commands for one coupon or many: those that would change at least one of them. What could not be changed is
 * named with its reason.
 */
export function CouponActions({ coupons: chosen, onDone }: CouponActionsProps) {
  const [isExtending, setExtending] = useState(false)
  const care = useRecordCare()
  const undoable = useUndoable(coupons)
  const pause = useCommand(pauseCoupons, { refresh })
  const resume = useCommand(resumeCoupons, { refresh })
  const archive = useCommand(archiveCoupons, { refresh })
  const extend = useCommand(extendCoupons, { refresh, quiet: [422] })
  const isBusy = [pause, resume, archive, extend].some(({ isPending }) => isPending)
  const ids = chosen.map(({ id }) => id)
  // The server sent them by the definition that these facts are part of.
  const facts = chosen as readonly unknown[] as readonly StateFacts[]
  const now = Date.now()
  const areDrafts = facts.every(({ status }) => status === 'draft')

  async function run(command: typeof pause, done: string): Promise<void> {
    // A failure has been shown by the client already.
    const answer = await command.mutateAsync({ input: { ids } }).catch(() => null)
    if (answer) await report(answer, done)
  }

  async function report({ results }: CouponResults, done: string): Promise<void> {
    const refused = results.filter(({ ok }) => !ok)
    const changed = results.length - refused.length
    const message = `${counted(changed)} ${done}`
    if (changed > 0 && done === archived) {
      undoable({ message, action: 'archive', ids: results.filter(({ ok }) => ok).map(({ id }) => id), undone: `${counted(changed)} back as before` })
    } else if (changed > 0) toast.success(message)
    onDone?.()
    if (refused.length === 0) return
    const codes = new Map(chosen.map((coupon) => [coupon.id, String(coupon['code'])]))
    const reasons = refused.slice(0, 20).map(({ id, message = '' }) => `${codes.get(id) ?? id}: ${message}`)
    const more = refused.length > 20 ? [`And ${refused.length - 20} more.`] : []
    await alertBox([...reasons, ...more].join('\n'), `${counted(refused.length)} not ${done}`, { type: 'warning' })
  }

  async function confirmArchive(): Promise<void> {
    const [only, ...others] = ids
    const { uses } = only !== undefined && others.length === 0 && care ? await care.consequencesOf(coupons, only) : { uses: null }
    const kept = uses === '' ? 'Nothing has used it.' : uses === null ? 'Purchases that used them keep them.' : `${uses} What was bought with it stays as it is.`
    const { action } = await confirmBox(
      `${ids.length === 1 ? 'An archived coupon is' : 'Archived coupons are'} no longer accepted. ${kept}`, `Archive ${counted(ids.length)}?`,
      { confirmText: 'Archive', type: 'warning' },
    )
    if (action === 'confirm') await run(archive, archived)
  }

  return (
    <>
      {facts.some((coupon) => refusePause(coupon, now) === null) && (
        <Button variant="default" disabled={isBusy} onClick={() => void run(pause, 'paused')}>Pause</Button>
      )}
      {facts.some((coupon) => refuseResume(coupon, now) === null) && (
        <Button variant="default" disabled={isBusy} onClick={() => void run(resume, areDrafts ? 'activated' : 'resumed')}>
          {areDrafts ? 'Activate' : 'Resume'}
        </Button>
      )}
      {facts.some(({ status, validUntil }) => status !== 'archived' && validUntil !== null) && (
        <Button variant="default" disabled={isBusy} onClick={() => setExtending(true)}>Extend</Button>
      )}
      {facts.some((coupon) => refuseArchive(coupon) === null) && (
        <Button variant="default" disabled={isBusy} onClick={() => void confirmArchive()}>Archive</Button>
      )}
      {isExtending && (
        <Suspense>
          <ExtendDialog
            what={counted(ids.length)} timeZone={zoneOf(chosen)} onClose={() => setExtending(false)}
            onExtend={async (validUntil) => {
              const answer = await extend.mutateAsync({ input: { ids, validUntil } })
              setExtending(false)
              await report(answer, 'extended')
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function counted(count: number): string {
  return count === 1 ? '1 coupon' : `${count} coupons`
}

/** The zone that all of them share; their ends are moved to one moment, which one clock has to show. */
function zoneOf(chosen: readonly AnyRecord[]): string | null {
  const [first, ...rest] = new Set(chosen.map((coupon) => String(coupon['timeZone'] ?? '')))
  return first && rest.length === 0 ? first : null
}
