import { Button } from '@mantine/core'
import { formatInstant, timeAgo } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { DrainState } from './drain.endpoints.ts'
import { useDrain, useDrainCommand } from './drain.web.ts'
import classes from './workers.module.css'

/** Says that servers begin no runs, who wanted it, and which of them can be stopped. */
export function DrainBanner({ mayWrite }: { mayWrite: boolean }) {
  const { data } = useDrain()
  const command = useDrainCommand()
  if (!data?.drain) return null
  const { drain, servers } = data

  async function end(): Promise<void> {
    if (await command.mutateAsync('end').catch(() => null)) toast.success(t('Workers resumed'))
  }

  return (
    <section className={classes['notice']} data-tone="warn" aria-label={t('Drain')}>
      <div className={classes['drain']}>
        <p>
          <strong>
            <time dateTime={drain.at} title={formatInstant(drain.at)}>
              {drain.by === null
                ? t('Drained {when}', { when: timeAgo(drain.at) })
                : t('Drained by {who} {when}', { who: drain.by, when: timeAgo(drain.at) })}
            </time>
          </strong>
          {drain.reason !== null && ` · ${drain.reason}`}
          <br />
          <span className={classes['quiet']}>
            {t('These servers start no runs. The drain ends when all of them have been restarted, or when you end it.')}
            <br />
            {t('{n, plural, =0 {No run left out so far} one {# run left out} other {# runs left out}}', {
              n: drain.leftOut,
            })}
          </span>
        </p>
        {mayWrite && (
          <Button variant="default" loading={command.isPending} onClick={() => void end()}>
            {t('End drain')}
          </Button>
        )}
      </div>
      <ul className={classes['servers']} aria-label={t('Servers')}>
        {servers.map((server) => (
          <li key={server.instance}>
            <code>{server.instance}</code> {stateOf(server)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function stateOf({ isDrained, running }: DrainState['servers'][number]): string {
  if (!isDrained) return t('Restarted, runs as usual')
  return running === 0
    ? t('Empty: can be stopped')
    : t('{n, plural, one {# run under way} other {# runs under way}}', { n: running })
}
