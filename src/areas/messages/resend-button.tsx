import { Button } from '@mantine/core'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useCommand } from '../../kit/screens/client.web.ts'
import { alertBox } from '../../ui/message-box-store.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { resendMessages } from './message-endpoints.ts'
import { messages } from './messages.ts'

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
    if (sent > 0) toast.success(sent === 1 ? 'The message is on its way again' : `${sent} messages are on their way again`)
    onDone?.()
    if (refused.length === 0) return
    const names = new Map(chosen.map((message) => [message.id, `${String(message['subject'])}, to ${String(message['recipient'])}`]))
    const reasons = refused.slice(0, 20).map(({ id, message = '' }) => `${names.get(id) ?? id}: ${message}`)
    const more = refused.length > 20 ? [`And ${refused.length - 20} more.`] : []
    await alertBox([...reasons, ...more].join('\n'), refused.length === 1 ? '1 message not sent' : `${refused.length} messages not sent`, { type: 'warning' })
  }

  return <Button variant="default" loading={resend.isPending} onClick={() => void run()}>Send again</Button>
}
