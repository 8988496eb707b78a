import { IconArchive, IconCalendarPlus, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { useRecordTools } from '../../ui/resource/record-tools.tsx'
import { useUndoable } from '../../ui/resource/undo.web.ts'
import { alertBox, confirmBox } from '../../ui/message-box-store.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { CouponResults } from './coupon-commands.ts'
import { archiveCoupons, extendCoupons, pauseCoupons, resumeCoupons } from './coupon-commands.ts'
import type { StateFacts } from './coupon-state.ts'
import { refuseArchive, refusePause, refuseResume } from './coupon-state.ts'
import { coupons } from './coupons.ts'
import { CommandButton } from '../../ui/resource/command.tsx'

const ExtendDialog = lazy(async () => ({ default: (await import('./extend-dialog.tsx')).ExtendDialog }))

const refresh = [coupons] as const

/** What is said of the coupons that were changed, and of those that were not. */
interface Done {
  yes(n: number): string
  no(n: number): string
}

const done = {
  paused: {
    yes: (n) => t('{n, plural, one {# coupon} other {# coupons}} paused', { n }),
    no: (n) => t('{n, plural, one {# coupon} other {# coupons}} not paused', { n }),
  },
  activated: {
    yes: (n) => t('{n, plural, one {# coupon} other {# coupons}} activated', { n }),
    no: (n) => t('{n, plural, one {# coupon} other {# coupons}} not activated', { n }),
  },
  resumed: {
    yes: (n) => t('{n, plural, one {# coupon} other {# coupons}} resumed', { n }),
    no: (n) => t('{n, plural, one {# coupon} other {# coupons}} not resumed', { n }),
  },
  archived: {
    yes: (n) => t('{n, plural, one {# coupon} other {# coupons}} archived', { n }),
    no: (n) => t('{n, plural, one {# coupon} other {# coupons}} not archived', { n }),
  },
  extended: {
    yes: (n) => t('{n, plural, one {# coupon} other {# coupons}} extended', { n }),
    no: (n) => t('{n, plural, one {# coupon} other {# coupons}} not extended', { n }),
  },
} satisfies Readonly<Record<string, Done>>

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
  const care = useRecordTools()
  const report = useReport(chosen, onDone)
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

  async function run(command: typeof pause, said: Done): Promise<void> {
    // A failure has been shown by the client already.
    const answer = await command.mutateAsync({ input: { ids } }).catch(() => null)
    if (answer) await report(answer, said)
  }

  async function confirmArchive(): Promise<void> {
    if (await wantsArchived(ids, care)) await run(archive, done.archived)
  }

  return (
    <>
      {facts.some((coupon) => refusePause(coupon, now) === null) && (
        <CommandButton
          label={t('Pause')}
          icon={IconPlayerPause}
          isBusy={isBusy}
          run={() => void run(pause, done.paused)}
        />
      )}
      {facts.some((coupon) => refuseResume(coupon, now) === null) && (
        <CommandButton
          label={areDrafts ? t('Activate') : t('Resume')}
          icon={IconPlayerPlay}
          place="primary"
          isBusy={isBusy}
          run={() => void run(resume, areDrafts ? done.activated : done.resumed)}
        />
      )}
      {facts.some(({ status, validUntil }) => status !== 'archived' && validUntil !== null) && (
        <CommandButton
          label={t('Extend')}
          icon={IconCalendarPlus}
          isBusy={isBusy}
          opensDialog
          run={() => setExtending(true)}
        />
      )}
      {facts.some((coupon) => refuseArchive(coupon) === null) && (
        <CommandButton
          label={t('Archive')}
          icon={IconArchive}
          place="last"
          isBusy={isBusy}
          run={() => void confirmArchive()}
        />
      )}
      {isExtending && (
        <Suspense>
          <ExtendDialog
            what={counted(ids.length)}
            timeZone={zoneOf(chosen)}
            onClose={() => setExtending(false)}
            onExtend={async (validUntil) => {
              const answer = await extend.mutateAsync({ input: { ids, validUntil } })
              setExtending(false)
              await report(answer, done.extended)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function counted(count: number): string {
  return t('{n, plural, one {# coupon} other {# coupons}}', { n: count })
}

/** The zone that all of them share; their ends are moved to one moment, which one clock has to show. */
function zoneOf(chosen: readonly AnyRecord[]): string | null {
  const [first, ...rest] = new Set(chosen.map((coupon) => String(coupon['timeZone'] ?? '')))
  return first && rest.length === 0 ? first : null
}

/** Reports what a command did: an archival with a way back, and what it refused with the reasons. */
function useReport(chosen: readonly AnyRecord[], onDone: (() => void) | undefined) {
  const undoable = useUndoable(coupons)
  return async function report({ results }: CouponResults, said: Done): Promise<void> {
    const refused = results.filter(({ ok }) => !ok)
    const changed = results.length - refused.length
    const message = said.yes(changed)
    if (changed > 0 && said === done.archived) {
      undoable({
        message,
        action: 'archive',
        ids: results.filter(({ ok }) => ok).map(({ id }) => id),
        undone: t('{counted} restored', { counted: counted(changed) }),
      })
    } else if (changed > 0) toast.success(message)
    onDone?.()
    if (refused.length === 0) return
    const codes = new Map(chosen.map((coupon) => [coupon.id, String(coupon['code'])]))
    const reasons = refused.slice(0, 20).map(({ id, message = '' }) => `${codes.get(id) ?? id}: ${message}`)
    const more = refused.length > 20 ? [t('And {n} more.', { n: refused.length - 20 })] : []
    await alertBox([...reasons, ...more].join('\n'), said.no(refused.length), { type: 'warning' })
  }
}

async function wantsArchived(ids: readonly number[], care: ReturnType<typeof useRecordTools>): Promise<boolean> {
  const [only, ...others] = ids
  const uses = only !== undefined && others.length === 0 && care ? await care.usesOf(coupons, only) : null
  const kept =
    uses === ''
      ? t('Nothing has used it.')
      : uses === null
        ? t('Purchases that used them keep them.')
        : t('{uses} Existing orders don’t change.', { uses })
  const { action } = await confirmBox(
    t('{n, plural, one {An archived coupon is} other {Archived coupons are}} no longer accepted. {kept}', {
      n: ids.length,
      kept,
    }),
    t('Archive {counted}?', { counted: counted(ids.length) }),
    { confirmText: t('Archive'), type: 'warning' },
  )
  return action === 'confirm'
}
