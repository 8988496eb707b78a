import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { pathOf } from '../../core/http/endpoint.ts'
import { formatInstant } from '../../core/i18n/formats.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { Publication } from '../../core/resource/page.ts'
import { publicationFields, publicationSteps } from '../../core/resource/page.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { cellOf } from '../../ui/resource/cells.tsx'
import { useAnswer } from '../../ui/resource/client.web.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import type { RecordPartProps } from '../../ui/resource/screen-parts.web.ts'
import { useMay } from '../../core/browser/session.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { Checklist } from './checklist.tsx'
import { readDomains } from './domains.ts'
import type { PublicationState } from './publication.endpoints.ts'
import { publicationEndpoint, publishEndpoint, releaseEndpoint, reviewEndpoint } from './publication.endpoints.ts'
import { PlanDialog, UnpublishDialog } from './publication-dialogs.tsx'
import classes from './publication.module.css'

/** The state of a page, what it lacks, its address, and the steps that the user can take. */
export function PublicationPanel({ of: resource, record, isDirty }: RecordPartProps) {
  const { data } = useQuery({
    queryKey: [resource.name, 'publication', record.id, record.version],
    queryFn: async ({ signal }) =>
      (await http.request('GET', pathOf(publicationEndpoint(resource), { id: record.id }), { signal }))
        .data as PublicationState,
    placeholderData: keepPreviousData,
  })
  return (
    <section className={classes['panel']} aria-label={t('Publication')}>
      <div className={classes['head']}>
        <h2>{t('Publication')}</h2>
        {cellOf('publication', publicationFields.publication, record)}
      </div>
      <Window record={record} />
      {!data && <div className={classes['waiting']} data-waiting="" />}
      {data && <Steps resource={resource} record={record} state={data} isDirty={isDirty} />}
      {data && data.publication !== 'archived' && <Checklist resource={resource} record={record} state={data} />}
      {data && <Addresses resource={resource} record={record} state={data} />}
    </section>
  )
}

/** From when until when the page is public, planned or not. */
function Window({ record }: { record: AnyRecord }) {
  const { publishAt, unpublishAt, publishedAt, publication } = record
  const isPublished = publication === 'published'
  return (
    <dl className={classes['window']}>
      <dt>{t('From')}</dt>
      <dd>
        {typeof publishAt === 'string'
          ? formatInstant(publishAt)
          : isPublished && typeof publishedAt === 'string'
            ? formatInstant(publishedAt)
            : t('Not scheduled')}
      </dd>
      <dt>{t('Until')}</dt>
      <dd>{typeof unpublishAt === 'string' ? formatInstant(unpublishAt) : t('No end date')}</dd>
      {!isPublished && typeof publishedAt === 'string' && (
        <>
          <dt>{t('Last published')}</dt>
          <dd>{formatInstant(publishedAt)}</dd>
        </>
      )}
    </dl>
  )
}

/** Runs a command on the version that is on screen, and lets the page look again. */
function useStep(resource: AnyResource, record: AnyRecord) {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  async function run(path: string, body: object, said: string): Promise<void> {
    setBusy(true)
    try {
      await http.request('POST', path, { body, headers: { 'If-Match': `"${record.version}"` } })
      toast.success(said)
    } finally {
      await queries.invalidateQueries({ queryKey: [resource.name] })
      setBusy(false)
    }
  }
  return { run, isBusy }
}

const reviewSteps: Readonly<Record<'in_review' | 'draft' | 'archived', string>> = {
  in_review: msg('Send for review'),
  draft: msg('Back to draft'),
  archived: msg('Archive'),
}

interface StepsProps {
  resource: AnyResource
  record: AnyRecord
  state: PublicationState
  isDirty: boolean
}

function Steps({ resource, record, state, isDirty }: StepsProps) {
  const may = useMay()
  const { run, isBusy } = useStep(resource, record)
  const [dialog, setDialog] = useState<'plan' | 'unpublish' | null>(null)
  const { object } = resource.access
  const [mayPublish, mayWrite] = [may('publish', object), may('write', object)]
  const next = publicationSteps[state.publication]
  const one = inSentence(t(resource.label[0]))
  const title = String(record[resource.title])
  const call = (to: Publication, body: object) =>
    run(
      pathOf(to === 'published' ? publishEndpoint(resource) : reviewEndpoint(resource), { id: record.id }),
      body,
      doneWords(to, title),
    )
      // The client has said why; the checklist is read again.
      .catch(() => null)
  if (!mayPublish && !mayWrite) return null
  return (
    <>
      <div className={classes['buttons']}>
        {mayPublish && next.includes('published') && (
          <>
            <Button disabled={isDirty || isBusy || !state.isReady} onClick={() => void call('published', {})}>
              {t('Publish')}
            </Button>
            <Button variant="default" disabled={isDirty || isBusy || !state.isReady} onClick={() => setDialog('plan')}>
              {t('Schedule…')}
            </Button>
          </>
        )}
        {mayPublish && state.publication === 'published' && state.stays === null && (
          <>
            <Button variant="default" disabled={isDirty || isBusy} onClick={() => setDialog('unpublish')}>
              {t('Unpublish…')}
            </Button>
            <Button variant="default" disabled={isDirty || isBusy} onClick={() => setDialog('plan')}>
              {t('Schedule unpublish…')}
            </Button>
          </>
        )}
        {mayWrite &&
          (['in_review', 'draft', 'archived'] as const)
            .filter((to) => next.includes(to))
            .map((to) => (
              <Button key={to} variant="default" disabled={isDirty || isBusy} onClick={() => void call(to, { to })}>
                {t(reviewSteps[to])}
              </Button>
            ))}
      </div>
      {mayPublish && state.stays !== null && <p className={classes['note']}>{state.stays}</p>}
      {isDirty && <p className={classes['note']}>{t('Save your changes first.')}</p>}
      {!mayPublish && (
        <p className={classes['note']}>{t('You need permission to publish to publish a {one}.', { one })}</p>
      )}
      {dialog === 'plan' && (
        <PlanDialog of={resource} record={record} mayEnd={state.stays === null} onClose={() => setDialog(null)} />
      )}
      {dialog === 'unpublish' && <UnpublishDialog of={resource} record={record} onClose={() => setDialog(null)} />}
    </>
  )
}

function doneWords(to: Publication, title: string): string {
  if (to === 'published') return t('{title} is published', { title })
  if (to === 'in_review') return t('{title} is in review', { title })
  return to === 'archived' ? t('{title} is archived', { title }) : t('{title} is a draft again', { title })
}

/** Where the page is on the site, to look at while it is there. */
function Address({
  isPublic,
  domains,
  locale,
  path,
}: {
  isPublic: boolean
  domains: Readonly<Record<string, string>>
  locale: string
  path: string
}) {
  const [own, main, prefix] = [domains[locale], domains['en'], `/${locale.toLowerCase()}/`]
  // What is said of a language's own address takes the place of its prefix.
  const [root, rest] =
    own !== undefined && path.startsWith(prefix) ? [own, path.slice(prefix.length - 1)] : [own ?? main, path]
  if (!isPublic || root === undefined) return <code>{path}</code>
  return (
    <a href={`${root.replace(/\/$/, '')}${rest}`} target="_blank" rel="noreferrer" title={t('View on site')}>
      <code>{path}</code>
    </a>
  )
}

const reasons = {
  moved: msg('redirects here'),
  replaced: msg('redirects to its successor'),
  gone: msg('returns 410 Gone'),
}

function Addresses({ resource, record, state }: { resource: AnyResource; record: AnyRecord; state: PublicationState }) {
  const may = useMay()
  const { run, isBusy } = useStep(resource, record)
  const { data: site } = useAnswer(readDomains)
  if (state.addresses.length === 0) return null
  return (
    <>
      <h3>{t('URLs')}</h3>
      <ul className={classes['list']}>
        {state.addresses.map(({ locale, path, isFallback }) => (
          <li key={locale}>
            <span>
              <Address
                isPublic={state.publication === 'published'}
                domains={site?.domains ?? {}}
                locale={locale}
                path={path}
              />{' '}
              {isFallback && <small>{t('uses the source slug')}</small>}
            </span>
          </li>
        ))}
      </ul>
      {state.redirects.length > 0 && (
        <>
          <h3>{t('Former URLs')}</h3>
          <ul className={classes['list']}>
            {state.redirects.map(({ path, reason }) => (
              <li key={path}>
                <span>
                  <code>{path}</code> <small>{t(reasons[reason])}</small>
                </span>
                {may('publish', resource.access.object) && (
                  <button
                    type="button"
                    className={classes['release']}
                    disabled={isBusy}
                    aria-label={t('Release {path}', { path })}
                    onClick={() => {
                      void run(
                        pathOf(releaseEndpoint(resource), { id: record.id }),
                        { path },
                        t('{path} is free for other pages', { path }),
                      ).catch(() => null)
                    }}
                  >
                    {t('Release')}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
