import { Button, NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatInstant, formatNumber } from '../../../core/i18n/formats.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import { hasFailed, outcomeWords, pathOf } from '../../../platform/outbound/call-labels.ts'
import table from '../../../platform/outbound/call-table.module.css'
import type { CallLine } from '../../../platform/outbound/logged-call.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { Failure, PanelSkeleton } from '../../../ui/resource/states.tsx'
import { SupplierCallDialog } from './code-calls.tsx'
import classes from './imports.module.css'
import { callKinds, callsShown, supplierCallEndpoints } from './supplier-call.endpoints.ts'
import type { SupplierFacts } from './supplier-facts.ts'

type Kind = (typeof callKinds)[number]

const kindLabels: Readonly<Record<Kind, string>> = {
  import: msg('Imports'),
  changes: msg('Lists of changes'),
  product: msg('Products and availability'),
  search: msg('Searches and dry runs'),
  again: msg('Sent again'),
}

interface Props {
  readonly supplier: SupplierFacts
  readonly canSend: boolean
  readonly onClose: () => void
}

/** All that a supplier was asked in the last days but for orders, whose calls are on their pages. */
export function SupplierCallsDialog({ supplier, canSend, onClose }: Props) {
  const [kind, setKind] = useState<Kind | null>(null)
  /** Before which call each page begins that was turned to, the newest page first. */
  const [turns, setTurns] = useState<readonly number[]>([])
  const [opened, setOpened] = useState<number | null>(null)
  if (opened !== null)
    return <SupplierCallDialog supplier={supplier} call={opened} canSend={canSend} onClose={() => setOpened(null)} />
  return (
    <Dialog title={t('Calls to {supplier}', { supplier: supplier.name })} onClose={onClose} size={980}>
      <div className={classes['form']}>
        <NativeSelect
          label={t('Purpose')}
          className={classes['kinds']}
          value={kind ?? ''}
          data={[
            { value: '', label: t('Everything but orders') },
            ...callKinds.map((one) => ({ value: one, label: t(kindLabels[one]) })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            setKind(callKinds.find((one) => one === value) ?? null)
            setTurns([])
          }}
        />
        <CallPage supplier={supplier} kind={kind} turns={turns} onTurn={setTurns} onOpen={setOpened} />
      </div>
    </Dialog>
  )
}

interface CallPageProps {
  readonly supplier: SupplierFacts
  readonly kind: Kind | null
  readonly turns: readonly number[]
  readonly onTurn: (turns: readonly number[]) => void
  readonly onOpen: (call: number) => void
}

function CallPage({ supplier, kind, turns, onTurn, onOpen }: CallPageProps) {
  const { listCalls } = useMemo(() => supplierCallEndpoints(supplier), [supplier])
  const before = turns.at(-1)
  const { data, error, refetch } = useAnswer(listCalls, {
    query: { ...(kind !== null && { kind }), ...(before !== undefined && { before: String(before) }) },
  })
  if (error) return <Failure error={error} onRetry={() => void refetch()} what={t('Calls')} />
  if (!data) return <PanelSkeleton />
  const last = data.at(-1)
  const isLast = data.length < callsShown
  if (!last) return <p className={classes['quiet']}>{t('No calls in the last 30 days.')}</p>
  return (
    <>
      <CallTable supplier={supplier} calls={data} onOpen={onOpen} />
      <p className={classes['quiet']}>{t('Calls are kept for 30 days. Those of an order are on its page.')}</p>
      {(turns.length > 0 || !isLast) && (
        <div className={classes['buttons']}>
          <Button variant="default" disabled={turns.length === 0} onClick={() => onTurn(turns.slice(0, -1))}>
            {t('Newer')}
          </Button>
          <Button variant="default" disabled={isLast} onClick={() => onTurn([...turns, last.id])}>
            {t('Older')}
          </Button>
        </div>
      )}
    </>
  )
}

function CallTable({
  supplier,
  calls,
  onOpen,
}: Pick<CallPageProps, 'supplier' | 'onOpen'> & { readonly calls: readonly CallLine[] }) {
  return (
    <div className={table['scroll']} tabIndex={0} role="group" aria-label={t('Calls, scrolls sideways')}>
      <table className={table['calls']} aria-label={t('Calls')}>
        <thead>
          <tr>
            <th scope="col">{t('Time')}</th>
            <th scope="col">{t('Purpose')}</th>
            <th scope="col">{t('Call')}</th>
            <th scope="col">{t('Answer')}</th>
            <th scope="col" className={table['number']}>
              {t('Duration')}
            </th>
          </tr>
        </thead>
        <tbody>
          {calls.map(({ id, at, about, method, url, status, problem, milliseconds }) => (
            <tr key={id}>
              <td>{formatInstant(at)}</td>
              <td>
                {about && t(kindLabels[about.kind as Kind])}
                {typeof about?.id === 'number' && (
                  <>
                    {' · '}
                    <a href={`/imports/${supplier.key}/view?id=${about.id}`}>{about.name}</a>
                  </>
                )}
              </td>
              <td className={table['address']}>
                <button type="button" className={table['open']} onClick={() => onOpen(id)}>
                  {`${method} ${pathOf(url)}`}
                </button>
              </td>
              <td className={hasFailed({ status, problem }) ? table['bad'] : ''}>
                {outcomeWords({ status, problem })}
              </td>
              <td className={table['number']}>{t('{n} ms', { n: formatNumber(milliseconds) })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
