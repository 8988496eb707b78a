import { formatInstant, formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { problemWords } from '../../../platform/outbound/call-labels.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { laidOut, Payload } from '../../../ui/payload.tsx'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { CopyButton } from '../../../ui/resource/record-heading.tsx'
import { Failure, PanelSkeleton } from '../../../ui/resource/states.tsx'
import { readSupplierExchange } from './supplier-log.endpoints.ts'
import classes from './supplier-log.module.css'

/** One call to a supplier, as it was sent and answered. */
export function ExchangeDialog({ id, exchange, onClose }: { id: number; exchange: number; onClose: () => void }) {
  const { data, error, refetch } = useAnswer(readSupplierExchange, { params: { id, exchange } })
  return (
    <Dialog title={t('Supplier call')} onClose={onClose} size={760}>
      {error ? (
        <Failure error={error} onRetry={() => void refetch()} what={t('Supplier call')} />
      ) : !data ? (
        <PanelSkeleton />
      ) : (
        <div className={classes['exchange']}>
          <p className={classes['quiet']}>
            {formatInstant(data.at)} · {t('{n} ms', { n: formatNumber(data.milliseconds) })} ·{' '}
            {t('Keys and customer details are masked.')}
          </p>
          <Raw
            title={t('Request')}
            text={[
              `${data.method} ${data.url}`,
              ...Object.entries(data.headers).map(([name, value]) => `${name}: ${value}`),
              ...(data.request === null ? [] : ['', laidOut(data.request)]),
            ].join('\n')}
          />
          {data.status === null ? (
            <Raw title={t('No answer')} text={data.problem === null ? '' : problemWords(data.problem)} />
          ) : (
            <Raw title={t('Response {status}', { status: data.status })} text={data.answer ?? ''} />
          )}
        </div>
      )}
    </Dialog>
  )
}

function Raw({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h3>
        {title} <CopyButton text={text} />
      </h3>
      <Payload text={text} />
    </section>
  )
}
