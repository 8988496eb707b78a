import { IconMail } from '@tabler/icons-react'
import { t } from '../../core/i18n/language.ts'
import { alertBox } from '../../ui/message-box-store.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { CommandButton } from '../../ui/resource/command.tsx'
import type { CommandProps } from '../../ui/resource/screen-parts.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { sendInvoices } from './invoice.endpoints.ts'
import { invoices } from './invoices.ts'

/** Sends each selected document to its customer. */
export function SendButton({ records, onDone }: CommandProps) {
  const send = useCommand(sendInvoices, { refresh: [invoices] })
  async function run(): Promise<void> {
    // A failure has been shown by the client already.
    const answer = await send.mutateAsync({ input: { ids: records.map(({ id }) => id) } }).catch(() => null)
    if (!answer) return
    const refused = answer.results.filter(({ ok }) => !ok)
    const n = answer.results.length - refused.length
    if (n > 0) toast.success(t('{n, plural, one {# document} other {# documents}} on the way', { n }))
    onDone?.()
    if (refused.length === 0) return
    const numbers = new Map(records.map(({ id, ...rest }) => [id, String((rest as Numbered).number ?? id)]))
    await alertBox(
      refused.map(({ id, message = '' }) => `${numbers.get(id) ?? id}: ${message}`).join('\n'),
      t('{n, plural, one {# document not sent} other {# documents not sent}}', { n: refused.length }),
      { type: 'warning' },
    )
  }
  return <CommandButton label={t('Send to customer')} icon={IconMail} isBusy={send.isPending} run={() => void run()} />
}

interface Numbered {
  readonly number?: unknown
}
