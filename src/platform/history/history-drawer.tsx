import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { useEffect, useRef, useState } from 'react'
import { pathOf } from '../../core/http/endpoint.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import { ChangeTable } from '../../ui/change-table.tsx'
import type { HistoryProps } from '../../ui/resource/record-tools.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { Failure, FormSkeleton } from '../../ui/resource/states.tsx'
import { rich } from '../../ui/rich.tsx'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { actionWords } from '../audit/entry-labels.ts'
import type { Titles } from '../audit/value-labels.ts'
import { changeWords, nothing } from '../audit/value-labels.ts'
import { agoWords, exactWords } from './moments.ts'
import type { Chosen, Version } from './record.endpoints.ts'
import { historyEndpoint } from './record.endpoints.ts'
import classes from './record-history.module.css'
import { RestorePreview } from './restore-preview.tsx'

/** How a record came to be what it is, newest first, and the way back to any of it. */
export function HistoryDrawer(props: HistoryProps) {
  const { of: resource, record, onClose } = props
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const one = inSentence(t(resource.label[0]))
  return (
    <SideDrawer
      title={
        chosen
          ? t('Restore this {one}', { one })
          : t('History of {one} {value}', { one, value: String(record[resource.title] ?? record.id) })
      }
      onClose={onClose}
    >
      {chosen ? (
        <RestorePreview {...props} {...chosen} onBack={() => setChosen(null)} />
      ) : (
        <Versions {...props} onChoose={setChosen} />
      )}
    </SideDrawer>
  )
}

type HistoryPage = z.output<NonNullable<ReturnType<typeof historyEndpoint>['output']>>

/** The versions, a page at a time. They are read again whenever the record changes. */
function useVersions(resource: AnyResource, id: number, version: number) {
  const path = pathOf(historyEndpoint(resource), { id })
  return useInfiniteQuery({
    queryKey: [resource.name, 'history', id, version],
    queryFn: async ({ signal, pageParam }) =>
      // Edge: the endpoint's own schema is what the server answers by.
      (await http.request('GET', path, { signal, params: pageParam === 0 ? {} : { after: String(pageParam) } }))
        .data as HistoryPage,
    initialPageParam: 0,
    getNextPageParam: ({ hasMore, versions }) => (hasMore ? versions.at(-1)?.entry : undefined),
  })
}

function Versions({ of: resource, record, mayWrite, onChoose }: HistoryProps & { onChoose: (chosen: Chosen) => void }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useVersions(
    resource,
    record.id,
    record.version,
  )
  const audit = useRecordPaths()('audit', 'list')
  const list = useRef<HTMLOListElement>(null)
  const isHere = data !== undefined
  // The version before the present one is what people come for: Enter leads to it.
  useEffect(() => {
    if (isHere) list.current?.querySelector<HTMLButtonElement>('[data-first]')?.focus()
  }, [isHere])
  const one = inSentence(t(resource.label[0]))
  if (error) return <Failure error={error} onRetry={() => void refetch()} what={t('History')} />
  if (!data) return <FormSkeleton />
  const versions = data.pages.flatMap((page) => page.versions)
  const titles = titlesOf(data.pages)
  const mayRestore = mayWrite && resource.operations.includes('update')
  const oldest = hasNextPage ? undefined : versions.at(-1)
  const isOldestKnown = oldest !== undefined && oldest.changes.some(({ before }) => before !== null)
  return (
    <div className={classes['history']}>
      {versions.length === 0 && (
        <p>{t('No changes yet. Later ones appear here, with who made them and what the {one} was before.', { one })}</p>
      )}
      <ol className={classes['versions']} aria-label={t('Versions')} ref={list}>
        {versions.map((version, index) => (
          <li key={version.entry}>
            <VersionHead version={version} isPresent={index === 0} />
            <Changes resource={resource} version={version} titles={titles} />
            {mayRestore && index > 0 && version.changes.some(({ after }) => after !== null) && (
              <Button
                variant="default"
                size="compact-sm"
                {...(index === 1 && { 'data-first': true })}
                aria-label={t('Restore this version: {exactWords}', { exactWords: exactWords(version.at) })}
                onClick={() => onChoose({ version, side: 'after' })}
              >
                {t('Restore this version')}
              </Button>
            )}
          </li>
        ))}
        {oldest && isOldestKnown && (
          <Origin
            oldest={oldest}
            isOnly={versions.length === 1}
            onRestore={mayRestore ? () => onChoose({ version: oldest, side: 'before' }) : null}
          />
        )}
      </ol>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('Older versions')}
        </Button>
      )}
      {audit !== null && (
        <a
          href={`${audit}?${new URLSearchParams({ filter: JSON.stringify({ object: resource.name, recordId: String(record.id) }) }).toString()}`}
        >
          {t('View in audit log')} <IconExternalLink size={13} aria-hidden />
        </a>
      )}
    </div>
  )
}

/** The titles that the pages carry, together. */
function titlesOf(pages: readonly HistoryPage[]): Titles {
  return Object.fromEntries(
    pages
      .flatMap((page) => Object.keys(page.titles))
      .map((name) => [name, Object.assign({}, ...pages.map((page) => page.titles[name])) as Record<string, string>]),
  )
}

interface OriginProps {
  oldest: Version
  /** Whether no other version is known. */
  isOnly: boolean
  onRestore: (() => void) | null
}

/** How a record was before its first known change. */
function Origin({ oldest, isOnly, onRestore }: OriginProps) {
  return (
    <li>
      <p className={classes['versionHead']}>
        <strong>{t('Before these changes')}</strong>
      </p>
      <p className={classes['quiet']}>
        {t('As it was until its first known change, {agoWords}. Earlier changes aren’t known.', {
          agoWords: agoWords(oldest.at, Date.now()),
        })}
      </p>
      {onRestore && (
        <Button
          variant="default"
          size="compact-sm"
          {...(isOnly && { 'data-first': true })}
          aria-label={t('Restore the oldest version that is known')}
          onClick={onRestore}
        >
          {t('Restore this version')}
        </Button>
      )}
    </li>
  )
}

function VersionHead({ version, isPresent }: { version: Version; isPresent: boolean }) {
  const { actorKind, actorName, realActorName, at, action, reason } = version
  return (
    <>
      <p className={classes['versionHead']}>
        <Chip>{actionWords(action)}</Chip>
        {realActorName !== null ? (
          <span>
            {rich('{realActorName} as {actorName}', { realActorName: <strong>{realActorName}</strong>, actorName })}
          </span>
        ) : (
          <strong>{actorKind === 'system' ? `Marquee: ${actorName}` : actorName}</strong>
        )}
        <time dateTime={at} className={classes['quiet']}>
          {agoWords(at, Date.now())}, {exactWords(at)}
        </time>
        {isPresent && <Chip tone="good">{t('Current version')}</Chip>}
      </p>
      {reason !== null && <p className={classes['quiet']}>{reason}</p>}
    </>
  )
}

/** As many as are taken in at a glance; a new record has all its fields. */
const shownAtOnce = 5

function Changes({ resource, version, titles }: { resource: AnyResource; version: Version; titles: Titles }) {
  const [isWhole, setWhole] = useState(false)
  const words = changeWords(version.changes, resource.fields, { zone: null, titles })
  if (words.length === 0) return null
  const rest = words.length - shownAtOnce
  const hasBefore = version.changes.some(({ before }) => before !== null)
  const hasAfter = version.changes.some(({ after }) => after !== null)
  return (
    <>
      <ChangeTable
        label={t('Fields of {exactWords}', { exactWords: exactWords(version.at) })}
        changes={isWhole || rest <= 1 ? words : words.slice(0, shownAtOnce)}
        before={hasBefore && t('Before')}
        after={hasAfter && (hasBefore ? t('After') : t('Value'))}
        blank={nothing}
      />
      {!isWhole && rest > 1 && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setWhole(true)}>
          {t('{rest} more fields', { rest })}
        </Button>
      )}
    </>
  )
}
