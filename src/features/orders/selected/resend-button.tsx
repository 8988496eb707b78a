import { IconMailForward } from '@tabler/icons-react'
import { t } from '../../../core/i18n/language.ts'
import { alertBox } from '../../../ui/message-box-store.web.ts'
import { useCommand } from '../../../ui/resource/client.web.ts'
import { CommandButton } from '../../../ui/resource/command.tsx'
import type { CommandProps } from '../../../ui/resource/screen-parts.web.ts'
import { toast } from '../../../ui/toast-store.web.ts'
import { resendOrderMessages } from './order-message.endpoints.ts'

/** Sends the last message of each selected order again. */
export function ResendButton({ records, onDone }: CommandProps) {
  const resend = useCommand(resendOrderMessages)
  async function run(): Promise<void> {
    const input = { ids: records.map(({ id }) => id) }
    // A failure has been shown by the client already.
    const answer = await resend.mutateAsync({ input }).catch(() => null)
    if (!answer) return
    const refused = answer.results.filter(({ ok }) => !ok)
    const n = answer.results.length - refused.length
    if (n > 0) toast.success(t('{n, plural, one {# message} other {# messages}} sent again', { n }))
    onDone?.()
    if (refused.length === 0) return
    const references = new Map(records.map(({ id, ...rest }) => [id, String((rest as Named).reference ?? id)]))
    await alertBox(
      refused.map(({ id, message = '' }) => `${references.get(id) ?? id}: ${message}`).join('\n'),
      t('{n, plural, one {# message not sent} other {# messages not sent}}', { n: refused.length }),
      { type: 'warning' },
    )
  }
  return (
    <CommandButton
      label={t('Resend message')}
      icon={IconMailForward}
      isBusy={resend.isPending}
      run={() => void run()}
    />
  )
}

interface Named {
  readonly reference?: unknown
}
