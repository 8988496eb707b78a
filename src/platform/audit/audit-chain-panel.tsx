import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress } from '@mantine/core'
import { IconAlertTriangle, IconLink, IconShieldCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { formatInstant, formatNumber } from '../../core/i18n/formats.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { rich } from '../../ui/rich.tsx'
import type { AuditChain, ChainStretch } from './audit.endpoints.ts'
import { checkAuditChain, readAuditChain } from './audit.endpoints.ts'
import classes from './audit.module.css'

/** The head is noted every five minutes; after this long without a note something is wrong with that, in milliseconds. */
const overdue = 15 * 60_000

type Check =
  | { readonly state: 'idle' | 'stopped' | 'failed' }
  | { readonly state: 'running' | 'done'; readonly stretch: ChainStretch | null }

/** The chain as a whole: its head, where the head is anchored, and a full check of every link on request. */
export function AuditChainPanel({ onOpen }: { onOpen: (id: number) => void }) {
  const { data: chain, refetch } = useAnswer(readAuditChain)
  const [check, setCheck] = useState<Check>({ state: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function verify(): Promise<void> {
    const stop = (running.current = new AbortController())
    void refetch()
    setCheck({ state: 'running', stretch: null })
    try {
      for (let stretch: ChainStretch | null = null; !stretch?.isDone;) {
        stretch = await checkStretch(stretch, stop.signal)
        setCheck({ state: stretch.isDone ? 'done' : 'running', stretch })
      }
    } catch {
      // The client has shown the failure; an aborted check counts as stopped.
      if (running.current === stop) setCheck({ state: stop.signal.aborted ? 'stopped' : 'failed' })
    }
  }

  if (!chain) return <div className={classes['chain']} aria-busy="true" />
  const isRunning = check.state === 'running'
  return (
    <section className={classes['chain']} aria-label={t('Chain')}>
      <div className={classes['chainRow']}>
        <IconLink size={16} aria-hidden />
        <Head chain={chain} />
        <Waiting chain={chain} />
        <Anchors chain={chain} />
        <span className={classes['chainEnd']}>
          {isRunning ? (
            <Button size="compact-sm" variant="default" onClick={() => running.current?.abort()}>
              {t('Stop')}
            </Button>
          ) : (
            <Button size="compact-sm" variant="default" onClick={() => void verify()}>
              {t('Verify the chain')}
            </Button>
          )}
        </span>
      </div>
      {check.state === 'running' && <Running stretch={check.stretch} />}
      <div role="status" className={classes['chainResult']}>
        {check.state === 'stopped' && <p>{t('Check stopped. No result.')}</p>}
        {check.state === 'failed' && <p>{t('The check didn’t finish, so there’s no result. Start it again.')}</p>}
        {check.state === 'done' && check.stretch && !check.stretch.broken && (
          <Whole stretch={check.stretch} chain={chain} />
        )}
      </div>
      {check.state === 'done' && check.stretch?.broken && (
        <Broken {...check.stretch.broken} whole={check.stretch.after} onOpen={onOpen} />
      )}
      {chain.anchors.broken && <Rewritten {...chain.anchors.broken} />}
    </section>
  )
}

async function checkStretch(last: ChainStretch | null, signal: AbortSignal): Promise<ChainStretch> {
  const params = last
    ? { after: last.after, afterHash: last.afterHash, until: last.until, untilHash: last.untilHash }
    : {}
  // Edge: the server answers by the endpoint's schema.
  return (await http.request('GET', checkAuditChain.path, { params, signal })).data as ChainStretch
}

function Head({ chain: { head } }: { chain: AuditChain }) {
  if (!head) return <strong className={classes['bad']}>{t('The head of the chain is gone.')}</strong>
  return (
    <span>
      {rich('{count} sealed {n, plural, one {entry} other {entries}}, head {hash}', {
        count: <strong>{formatNumber(head.lastId)}</strong>,
        n: head.lastId,
        hash: (
          <code className={classes['hash']} title={head.hash}>
            {head.hash.slice(0, 12)}…
          </code>
        ),
      })}
    </span>
  )
}

/** Entries that have no seal yet, which is as it should be for about a second. */
function Waiting({ chain: { unsealed } }: { chain: AuditChain }) {
  const { count, since, isLate } = unsealed
  if (count === 0) return null
  if (!isLate || since === null)
    return <span>{t('{n, plural, one {# not} other {# not}} sealed yet', { n: count })}</span>
  return (
    <span className={classes['warn']}>
      <IconAlertTriangle size={15} aria-hidden />{' '}
      {t(
        '{n, plural, one {# entry has} other {# entries have}} waited to be sealed since {at}. Check the server’s log.',
        {
          n: count,
          at: formatInstant(since),
        },
      )}
    </span>
  )
}

function Anchors({ chain: { head, anchors } }: { chain: AuditChain }) {
  const { last, file, problem } = anchors
  const where = (
    <code className={classes['hash']} title={file}>
      {file.split(/[\\/]/).at(-1)}
    </code>
  )
  if (problem !== null)
    return (
      <span className={classes['warn']}>
        <IconAlertTriangle size={15} aria-hidden /> {where}: {problem}
      </span>
    )
  if (!last) {
    return (
      <span className={classes['warn']}>
        {rich('Not noted outside the database yet. That happens every few minutes, in {where} on the server.', {
          where,
        })}
      </span>
    )
  }
  const isOverdue = Date.now() - Date.parse(last.at) > overdue && head !== null && head.lastId > last.lastId
  return (
    <span className={isOverdue ? classes['warn'] : undefined}>
      {isOverdue && <IconAlertTriangle size={15} aria-hidden />}{' '}
      {rich('Noted outside the database {at} after {lastId} entries, in {where} on the server.', {
        at: formatInstant(last.at),
        lastId: formatNumber(last.lastId),
        where,
      })}
      {isOverdue && <> {t('It should be every five minutes. Check the server’s log.')}</>}
    </span>
  )
}

function Running({ stretch }: { stretch: ChainStretch | null }) {
  const [done, all] = [stretch?.after ?? 0, stretch?.until ?? 0]
  return (
    <div className={classes['progress']}>
      <Progress.Root size="sm">
        <Progress.Section value={all === 0 ? 0 : (done / all) * 100} aria-label={t('Checking the chain')} />
      </Progress.Root>
      <span>
        {all === 0
          ? t('Starting…')
          : t('{done} of {all} entries checked', { done: formatNumber(done), all: formatNumber(all) })}
      </span>
    </div>
  )
}

function Whole({ stretch, chain: { anchors } }: { stretch: ChainStretch; chain: AuditChain }) {
  return (
    <p className={classes['good']}>
      <IconShieldCheck size={16} aria-hidden />
      <span>
        {anchors.kept > 0 && !anchors.broken
          ? t(
              'The chain is whole: {entries} entries checked, none changed and none missing, and {n, plural, one {the head noted outside agrees} other {# heads noted outside agree}}.',
              { entries: formatNumber(stretch.until), n: anchors.kept },
            )
          : t('The chain is whole: {entries} entries checked, none changed and none missing.', {
              entries: formatNumber(stretch.until),
            })}
        {stretch.unsealed > 0 && (
          <> {t('{n, plural, one {# more is} other {# more are}} not sealed yet.', { n: stretch.unsealed })}</>
        )}
      </span>
    </p>
  )
}

/** What no software mends: the entry where the chain breaks, what that means, and what to do now. */
function Broken({ id, why, whole, onOpen }: { id: number; why: string; whole: number; onOpen: (id: number) => void }) {
  return (
    <div className={classes['alarm']} role="alert">
      <h2>
        <IconAlertTriangle size={17} aria-hidden /> {t('The chain is broken at entry {id}', { id: formatNumber(id) })}
      </h2>
      <p>
        {why} {whole > 0 && t('The {whole} entries before it are unchanged.', { whole: formatNumber(whole) })}
      </p>
      <p>
        {t(
          'Marquee itself can’t do this: the database was changed directly. Keep it as it is, restore the latest backup beside it, and compare the entries from there on.',
        )}
      </p>
      <Button size="compact-sm" variant="default" onClick={() => onOpen(id)}>
        {t('Open entry {id}', { id: formatNumber(id) })}
      </Button>
    </div>
  )
}

function Rewritten({ at, lastId, why }: { at: string; lastId: number; why: string }) {
  return (
    <div className={classes['alarm']} role="alert">
      <h2>
        <IconAlertTriangle size={17} aria-hidden /> {t('The chain differs from the noted one')}
      </h2>
      <p>
        {t('{why} Seal {lastId} was the head on {at}.', { why, lastId: formatNumber(lastId), at: formatInstant(at) })}
      </p>
      <p>
        {t(
          'After restoring an older backup, this is expected. Otherwise the audit has been rewritten, even where its rows fit together.',
        )}
      </p>
    </div>
  )
}
