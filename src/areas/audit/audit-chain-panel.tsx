import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress } from '@mantine/core'
import { IconAlertTriangle, IconLink, IconShieldCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { formatInstant, formatNumber } from '../../kit/formats.ts'
import { http } from '../../kit/http-client.web.ts'
import { t } from '../../kit/language.ts'
import { useAnswer } from '../../kit/screens/client.web.ts'
import { rich } from '../../ui/rich.tsx'
import type { AuditChain, ChainStretch } from './audit-calls.ts'
import { checkAuditChain, readAuditChain } from './audit-calls.ts'
import classes from './audit.module.css'

/** The head is noted every hour; after this long without a note something is wrong with that, in milliseconds. */
const overdue = 2 * 3_600_000

type Check = { readonly state: 'idle' | 'stopped' | 'failed' } | { readonly state: 'running' | 'done'; readonly stretch: ChainStretch | null }

/** The chain as a whole: its head, where that is anchored, and a check of every link whenever somebody wants one. */
export function AuditChainPanel({ onOpen }: { onOpen: (id: number) => void }) {
  const { data: chain, refetch } = useAnswer(readAuditChain)
  const [check, setCheck] = useState<Check>({ state: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function verify(): Promise<void> {
    const stop = running.current = new AbortController()
    void refetch()
    setCheck({ state: 'running', stretch: null })
    try {
      for (let stretch: ChainStretch | null = null; !stretch?.isDone;) {
        stretch = await checkStretch(stretch, stop.signal)
        setCheck({ state: stretch.isDone ? 'done' : 'running', stretch })
      }
    } catch {
      // The client has said why; what was asked to stop has stopped.
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
        <Anchors chain={chain} />
        <span className={classes['chainEnd']}>
          {isRunning
            ? <Button size="compact-sm" variant="default" onClick={() => running.current?.abort()}>{t('Stop')}</Button>
            : <Button size="compact-sm" variant="default" onClick={() => void verify()}>{t('Verify the chain')}</Button>}
        </span>
      </div>
      {check.state === 'running' && <Running stretch={check.stretch} />}
      <div role="status" className={classes['chainResult']}>
        {check.state === 'stopped' && <p>{t('The check was stopped. It says nothing about the chain.')}</p>}
        {check.state === 'failed' && <p>{t('The check could not be finished. It says nothing about the chain: start it again.')}</p>}
        {check.state === 'done' && check.stretch && !check.stretch.broken && <Whole stretch={check.stretch} chain={chain} />}
      </div>
      {check.state === 'done' && check.stretch?.broken && <Broken {...check.stretch.broken} whole={check.stretch.after} onOpen={onOpen} />}
      {chain.anchors.broken && <Rewritten {...chain.anchors.broken} />}
    </section>
  )
}

async function checkStretch(last: ChainStretch | null, signal: AbortSignal): Promise<ChainStretch> {
  const params = last ? { after: last.after, afterHash: last.afterHash, until: last.until, untilHash: last.untilHash } : {}
  // Edge: the server answers by the endpoint's schema.
  return (await http.request('GET', checkAuditChain.path, { params, signal })).data as ChainStretch
}

function Head({ chain: { head } }: { chain: AuditChain }) {
  if (!head) return <strong className={classes['bad']}>{t('The head of the chain is gone.')}</strong>
  return (
    <span>
      {rich('{count} {n, plural, one {entry} other {entries}} in a chain, head {hash}', { count: <strong>{formatNumber(head.lastId)}</strong>, n: head.lastId, hash: <code className={classes['hash']} title={head.hash}>{head.hash.slice(0, 12)}…</code> })}
    </span>
  )
}

function Anchors({ chain: { head, anchors } }: { chain: AuditChain }) {
  const { last, file, problem } = anchors
  const where = <code className={classes['hash']} title={file}>{file.split(/[\\/]/).at(-1)}</code>
  if (problem !== null) return <span className={classes['warn']}><IconAlertTriangle size={15} aria-hidden /> {where}: {problem}</span>
  if (!last) {
    return <span className={classes['warn']}>{rich('Not noted outside the database yet. That happens every hour, in {where} on the server.', { where })}</span>
  }
  const isOverdue = Date.now() - Date.parse(last.at) > overdue && head !== null && head.lastId > last.lastId
  return (
    <span className={isOverdue ? classes['warn'] : undefined}>
      {isOverdue && <IconAlertTriangle size={15} aria-hidden />}{' '}{rich('Noted outside the database {at} at entry {lastId}, in {where} on the server.', { at: formatInstant(last.at), lastId: formatNumber(last.lastId), where })}
      {isOverdue && <>{' '}{t('It should be every hour: look into the server’s log.')}</>}
    </span>
  )
}

function Running({ stretch }: { stretch: ChainStretch | null }) {
  const [done, all] = [stretch?.after ?? 0, stretch?.until ?? 0]
  return (
    <div className={classes['progress']}>
      <Progress.Root size="sm">
        <Progress.Section value={all === 0 ? 0 : done / all * 100} aria-label={t('Checking the chain')} />
      </Progress.Root>
      <span>{all === 0 ? t('Starting…') : t('{done} of {all} entries checked', { done: formatNumber(done), all: formatNumber(all) })}</span>
    </div>
  )
}

function Whole({ stretch, chain: { anchors } }: { stretch: ChainStretch; chain: AuditChain }) {
  return (
    <p className={classes['good']}>
      <IconShieldCheck size={16} aria-hidden />
      <span>
        {anchors.kept > 0 && !anchors.broken
          ? t('The chain is whole: {entries} entries checked, none changed and none missing, and {n, plural, one {the head noted outside agrees} other {# heads noted outside agree}}.', { entries: formatNumber(stretch.until), n: anchors.kept })
          : t('The chain is whole: {entries} entries checked, none changed and none missing.', { entries: formatNumber(stretch.until) })}
      </span>
    </p>
  )
}

/** What no software mends: the entry where the chain breaks, what that means, and what to do now. */
function Broken({ id, why, whole, onOpen }: { id: number; why: string; whole: number; onOpen: (id: number) => void }) {
  return (
    <div className={classes['alarm']} role="alert">
      <h2><IconAlertTriangle size={17} aria-hidden />{' '}{t('The chain is broken at entry {id}', { id: formatNumber(id) })}</h2>
      <p>{why} {whole > 0 && t('The {whole} entries before it are as they were written.', { whole: formatNumber(whole) })}</p>
      <p>
        {t('Nobody can do this through Marquee: somebody has changed the database itself. Keep it as it is, restore the latest backup beside it, and compare the entries from there on.')}
      </p>
      <Button size="compact-sm" variant="default" onClick={() => onOpen(id)}>{t('Open entry {id}', { id: formatNumber(id) })}</Button>
    </div>
  )
}

function Rewritten({ at, lastId, why }: { at: string; lastId: number; why: string }) {
  return (
    <div className={classes['alarm']} role="alert">
      <h2><IconAlertTriangle size={17} aria-hidden />{' '}{t('The chain is not the one that was noted')}</h2>
      <p>{t('{why} Entry {lastId} was the head on {at}.', { why, lastId: formatNumber(lastId), at: formatInstant(at) })}</p>
      <p>{t('After restoring an older backup this is as it should be. Otherwise somebody has written the audit anew, even where it fits together.')}</p>
    </div>
  )
}
