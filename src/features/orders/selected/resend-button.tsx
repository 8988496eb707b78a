import { Suspense, useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import type { Outcome } from '../../../core/outcome.ts'
import { lazyScreen } from '../../../ui/lazy-screen.tsx'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useCommand } from '../../../ui/resource/client.web.ts'
import { CommandButton } from '../../../ui/resource/command.tsx'
import type { CommandProps } from '../../../ui/resource/screen-parts.web.ts'
import { toast } from '../../../ui/toast-store.web.ts'
import { resendOrderMessages } from '../messages/order-message.endpoints.ts'

const ResentDialog = lazyScreen(async () => (await import('./resent-dialog.tsx')).ResentDialog)

/** Sends the last message of each selected order again. */
export function ResendButton({ records, onDone }: CommandProps) {
  const resend = useCommand(resendOrderMessages)
  const [resent, setResent] = useState<{ records: readonly AnyRecord[]; results: readonly Outcome[] } | null>(null)
  async function run(): Promise<void> {
    const input = { ids: records.map(({ id }) => id) }
    // A failure has been shown by the client already.
    const answer = await resend.mutateAsync({ input }).catch(() => null)
    if (!answer) return
    const { results } = answer
    const n = results.filter(({ ok }) => ok).length
    if (n > 0) toast.success(t('{n, plural, one {# message} other {# messages}} sent again', { n }))
    if (n === results.length) onDone?.()
    else setResent({ records, results })
  }
  return (
    <>
      <CommandButton label={t('Resend message')} place="beside" isBusy={resend.isPending} run={() => void run()} />
      {resent && (
        <Suspense>
          <ResentDialog
            {...resent}
            onClose={() => {
              setResent(null)
              onDone?.()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
