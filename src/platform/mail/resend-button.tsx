import { IconSend } from '@tabler/icons-react'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { alertBox } from '../../ui/message-box-store.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { resendMessages } from './message.endpoints.ts'
import { messages } from './messages.ts'
import { CommandButton } from '../../ui/resource/command.tsx'

const refresh = [messages] as const

/** Sends one message or many again; those that cannot go say why. */
export function ResendButton({ messages: chosen, onDone }: { messages: readonly AnyRecord[]; onDone?: () => void }) {
  const resend = useCommand(resendMessages, { refresh })

  async function run(): Promise<void> {
    // A failure has been shown by the client already.
    const answer = await resend.mutateAsync({ input: { ids: chosen.map(({ id }) => id) } }).catch(() => null)
    if (!answer) return
    const refused = answer.results.filter(({ ok }) => !ok)
    const sent = answer.results.length - refused.length
    if (sent > 0)
      toast.success(
        t('{sent, plural, one {The message is on its way again} other {# messages are on their way again}}', { sent }),
      )
    onDone?.()
    if (refused.length === 0) return
    const names = new Map(
      chosen.map((message) => [
        message.id,
        t('{subject}, to {recipient}', {
          subject: String(message['subject']),
          recipient: String(message['recipient']),
        }),
      ]),
    )
    const reasons = refused.slice(0, 20).map(({ id, message = '' }) => `${names.get(id) ?? id}: ${message}`)
    const more = refused.length > 20 ? [t('And {n} more.', { n: refused.length - 20 })] : []
    await alertBox(
      [...reasons, ...more].join('\n'),
      t('{n, plural, one {# message not sent} other {# messages not sent}}', { n: refused.length }),
      { type: 'warning' },
    )
  }

  return (
    <CommandButton
      label={t('Send again')}
      icon={IconSend}
      place="primary"
      isBusy={resend.isPending}
      run={() => void run()}
    />
  )
}
