import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { CommandButton } from '../../ui/resource/command.tsx'
import { alertBox } from '../../ui/message-box-store.web.ts'
import { useDriftDecisions } from './drift-decisions.web.ts'

/** Accepts or declines changes of suppliers: those of the selection that are still open. */
export function DriftActions({ drifts, onDone }: { drifts: readonly AnyRecord[]; onDone?: () => void }) {
  const { accept, keep, told, isBusy } = useDriftDecisions()
  const ids = drifts.filter(({ state }) => state === 'open').map(({ id }) => id)
  if (ids.length === 0) return null

  async function run(decide: typeof accept, said: (n: number) => string): Promise<void> {
    const answer = await decide(ids)
    if (!answer) return
    const refused = answer.results.filter(({ ok }) => !ok)
    const done = answer.results.filter(({ ok }) => ok).map(({ id }) => id)
    if (done.length > 0) told(said(done.length), done)
    onDone?.()
    if (refused.length > 0)
      await alertBox(
        [...new Set(refused.map(({ message = '' }) => message))].join('\n'),
        t('{n, plural, one {# change} other {# changes}} not decided', { n: refused.length }),
        { type: 'warning' },
      )
  }

  return (
    <>
      <CommandButton
        label={t('Accept')}
        isBusy={isBusy}
        run={() => void run(accept, (n) => t('{n, plural, one {# change} other {# changes}} accepted', { n }))}
      />
      <CommandButton
        label={t('Keep ours')}
        isBusy={isBusy}
        run={() =>
          void run(keep, (n) => t('{n, plural, one {# change} other {# changes}} declined, our value kept', { n }))
        }
      />
    </>
  )
}
