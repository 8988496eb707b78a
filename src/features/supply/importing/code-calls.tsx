import { useMemo, useState } from 'react'
import { formatInstant, formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { hasFailed, problemWords } from '../../../platform/outbound/call-labels.ts'
import { CallDialog } from '../../../platform/outbound/call-dialog.tsx'
import type { CallLine } from '../../../platform/outbound/logged-call.ts'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import link from '../../../ui/link-button.module.css'
import classes from './imports.module.css'
import { supplierCallEndpoints } from './supplier-call.endpoints.ts'
import type { SupplierFacts } from './supplier-facts.ts'

interface Props {
  readonly supplier: SupplierFacts
  readonly calls: readonly CallLine[]
  readonly canSend: boolean
}

/** The calls made for a code and its product. Those that read can be sent again. */
export function CodeCalls({ calls, ...given }: Props) {
  const [opened, setOpened] = useState<number | null>(null)
  if (calls.length === 0) return null
  return (
    <section className={classes['card']} aria-label={t('Calls')}>
      <h2>{t('Calls')}</h2>
      <ol className={classes['calls']}>
        {calls.map(({ id, at, method, url, status, problem, milliseconds }) => (
          <li key={id}>
            <time dateTime={at}>{formatInstant(at)}</time>
            <button type="button" className={link['link']} onClick={() => setOpened(id)}>
              {`${method} ${new URL(url).pathname}`}
            </button>
            <span data-bad={hasFailed({ status, problem })}>
              {problem !== null
                ? problemWords(problem)
                : `${status} · ${t('{n} ms', { n: formatNumber(milliseconds) })}`}
            </span>
          </li>
        ))}
      </ol>
      {opened !== null && <SupplierCallDialog {...given} call={opened} onClose={() => setOpened(null)} />}
    </section>
  )
}

interface SupplierCallProps extends Omit<Props, 'calls'> {
  readonly call: number
  readonly onClose: () => void
}

/** One logged call, with its detail. */
export function SupplierCallDialog({ supplier, call, canSend, onClose }: SupplierCallProps) {
  const { readCall, sendCallAgain } = useMemo(() => supplierCallEndpoints(supplier), [supplier])
  const params = { call }
  const answer = useAnswer(readCall, { params })
  const again = useCommand(sendCallAgain)
  return (
    <CallDialog
      title={t('Supplier call')}
      answer={answer}
      again={again}
      canSend={canSend}
      onSend={() => again.mutate({ params })}
      onClose={onClose}
    />
  )
}
