import { Button } from '@mantine/core'
import { IconWorld } from '@tabler/icons-react'
import { useState } from 'react'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { useResources } from '../../ui/resource/resources.tsx'
import { Failure, FormSkeleton } from '../../ui/resource/states.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import classes from './languages.module.css'
import type { Launch } from './launch.endpoints.ts'
import { launchLocales, readLaunch } from './launch.endpoints.ts'
import { locales } from './locales.ts'
import { languageName } from '../../platform/translations/store/language-names.ts'

/** Publishes the selected languages, after a preview of what their readers will see. */
export function LaunchButton({ selected, onDone }: { selected: readonly AnyRecord[]; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconWorld size={15} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('Publish…')}
      </Button>
      {isAsking && <LaunchDialog ids={selected.map(({ id }) => id)} onClose={() => setAsking(false)} onDone={onDone} />}
    </>
  )
}

function LaunchDialog({ ids, onClose, onDone }: { ids: readonly number[]; onClose: () => void; onDone: () => void }) {
  const { data, error, refetch } = useAnswer(readLaunch, { query: { ids: ids.join(',') } })
  const launch = useCommand(launchLocales, { refresh: [locales] })
  const ready = (data?.languages ?? []).filter(({ obstacle }) => obstacle === null)
  async function submit(): Promise<void> {
    const answer = await launch.mutateAsync({ input: { ids: ready.map(({ id }) => id) } }).catch(() => null)
    // The client has already shown the reason.
    if (!answer) return
    const done = answer.results.filter(({ ok }) => ok).length
    if (done > 0) toast.success(t('{n, plural, one {# language} other {# languages}} published', { n: done }))
    for (const { ok, message } of answer.results)
      if (!ok && message !== undefined) toast.warning(message, { duration: 8000 })
    onDone()
    onClose()
  }
  return (
    <Dialog title={t('Publish languages')} onClose={onClose} isBusy={launch.isPending} size={720}>
      <div className={classes['dialog']}>
        {error && !data && <Failure error={error} onRetry={() => void refetch()} what={t('Preview')} />}
        {!data && !error && <FormSkeleton />}
        {data && (
          <>
            <p>
              {t('Each of these languages gets its own URLs. Pages without a text in the language show the fallback.')}
            </p>
            {data.languages.map((language) => (
              <Preview key={language.id} language={language} />
            ))}
          </>
        )}
        <div className={classes['end']}>
          <Button variant="default" disabled={launch.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button loading={launch.isPending} disabled={ready.length === 0} onClick={() => void submit()}>
            {t('{n, plural, =0 {Publish} one {Publish # language} other {Publish # languages}}', { n: ready.length })}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Preview({ language: { code, name, obstacle, pages, unapproved, outdated } }: { language: Launch }) {
  const resources = useResources()
  const label = languageName(code, name)
  const sum = (key: 'published' | 'translated') => pages.reduce((total, one) => total + one[key], 0)
  return (
    <section className={classes['launch']} aria-label={label}>
      <h3>{label}</h3>
      {obstacle !== null ? (
        <p className={classes['problem']}>{obstacle}</p>
      ) : (
        <>
          <p>
            {t('{translated} of {published} published pages have their own title in it.', {
              translated: formatNumber(sum('translated')),
              published: formatNumber(sum('published')),
            })}
          </p>
          <ul>
            {pages.map(({ resource, published, translated }) => (
              <li key={resource}>
                {t('{kind}: {translated} of {published}', {
                  kind: t(resources.find((one) => one.name === resource)?.label[1] ?? resource),
                  translated: formatNumber(translated),
                  published: formatNumber(published),
                })}
              </li>
            ))}
          </ul>
          {unapproved + outdated > 0 && (
            <p className={classes['problem']}>
              {t(
                '{n, plural, =0 {Every text has been approved} one {# text has not been approved} other {# texts have not been approved}}, {outdated, plural, =0 {none is} one {# is} other {# are}} older than the source.',
                { n: unapproved, outdated },
              )}
            </p>
          )}
        </>
      )}
    </section>
  )
}
