import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { formatNumber, listOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { useResources } from '../../ui/resource/resources.tsx'
import { Failure } from '../../ui/resource/states.tsx'
import { referringWords } from '../history/use-labels.ts'
import type { LeftAlone } from './bulk-edits.ts'
import classes from './bulk-edits.module.css'
import { commandWords, countWords, doneWords } from './bulk-labels.ts'
import { ExampleList } from './example-list.tsx'
import type { Preview } from './preview-parts.ts'
import type { Work } from './use-preview.web.ts'
import { usePreview } from './use-preview.web.ts'

interface BulkPreviewPanelProps {
  readonly of: AnyResource
  readonly action: string
  /** `12 coupons` */
  readonly what: string
  readonly work: Work
  readonly isBusy: boolean
  readonly problem: string | null
  /** Null where there is nothing to go back to. */
  readonly onBack: (() => void) | null
  onClose(): void
  onRun(): void
  onRefused(failure: unknown): void
}

/** What a bulk edit would change, before it is applied. Users don't have to wait for the full preview. */
export function BulkPreviewPanel({
  of: resource,
  action,
  what,
  work,
  isBusy,
  problem,
  onBack,
  onClose,
  onRun,
  onRefused,
}: BulkPreviewPanelProps) {
  const { preview, error, retry } = usePreview(resource, work, onRefused)
  const primary = useRef<HTMLButtonElement>(null)
  const isDone = preview?.isDone ?? false
  const hasFailed = error !== null && problem === null
  const isVain = isDone && preview?.changed === 0
  useEffect(() => {
    if (isDone) primary.current?.focus()
  }, [isDone])
  const command = commandWords(resource, action)
  return (
    <div className={classes['form']}>
      <div role="status">
        {!preview && !problem && !hasFailed && <p className={classes['lead']}>{t('Checking {what}…', { what })}</p>}
        {preview && !isDone && (
          <p className={classes['lead']}>
            {t('{checked} of {total} checked…', {
              checked: formatNumber(preview.checked),
              total: formatNumber(preview.total),
            })}
          </p>
        )}
        {isDone && preview && <Findings of={resource} action={action} preview={preview} />}
      </div>
      {hasFailed && <Failure error={error} onRetry={retry} what={t('Preview')} />}
      {!isDone && !problem && !hasFailed && (
        <progress
          className={classes['progress']}
          aria-label={t('Checking')}
          {...(preview && { max: preview.total, value: preview.checked })}
        />
      )}
      {isDone && preview && <ExampleList of={resource} examples={preview.examples} />}
      {preview && preview.refused.length > 0 && <Refused of={resource} refused={preview.refused} />}
      {problem && (
        <p role="alert" className={classes['problem']}>
          {problem}
        </p>
      )}
      <div className={classes['buttons']}>
        {onBack ? (
          <Button variant="subtle" className={classes['left'] ?? ''} onClick={onBack} disabled={isBusy}>
            {t('Back')}
          </Button>
        ) : (
          <a href="/bulk-edits" className={`${classes['link']} ${classes['left']}`}>
            {t('My bulk edits')}
          </a>
        )}
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          {t('Cancel')}
        </Button>
        <Button
          ref={primary}
          loading={isBusy}
          disabled={!preview || isVain || hasFailed || problem !== null}
          {...(action === 'delete' && { color: 'red' })}
          onClick={onRun}
        >
          {t('{command} {what}', { command, what: isDone && preview ? countWords(resource, preview.changed) : what })}
        </Button>
      </div>
    </div>
  )
}

/** Why some records can't be changed, and which they are. */
function Refused({ of: resource, refused }: { of: AnyResource; refused: Preview['refused'] }) {
  return (
    <ul className={classes['reasons']} aria-label={t('Refused')}>
      {refused.map(({ reason, count, records }) => (
        <li key={reason}>
          <strong>{countWords(resource, count)}</strong>: {reason}
          <p className={classes['hint']}>
            {records.length < count
              ? t('{names} and {n} more', {
                  names: records.map(({ title }) => title).join(', '),
                  n: formatNumber(count - records.length),
                })
              : records.map(({ title }) => title).join(', ')}
          </p>
        </li>
      ))}
    </ul>
  )
}

function Findings({
  of: resource,
  action,
  preview: { changed, unchanged, refused, leftAlone, note },
}: {
  of: AnyResource
  action: string
  preview: Preview
}) {
  const refusals = refused.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <p className={classes['lead']}>
        {t('{what} will be {done}.', { what: countWords(resource, changed), done: doneWords(resource, action) })}
      </p>
      {note !== null && changed > 0 && <p className={classes['warning']}>{note}</p>}
      {leftAlone && changed > 0 && <LeftAloneNote action={action} leftAlone={leftAlone} />}
      {action === 'unpublish' && changed > 0 && (
        <p className={classes['hint']}>
          {t('Their URLs return 410 Gone. To redirect them, unpublish them one by one.')}
        </p>
      )}
      {unchanged > 0 && (
        <p className={classes['hint']}>
          {t(
            '{n, plural, one {{what} stays as it is} other {{what} stay as they are}}, because nothing is different.',
            { n: unchanged, what: countWords(resource, unchanged) },
          )}
        </p>
      )}
      {refusals > 0 && (
        <p className={classes['hint']}>
          {t('{n, plural, one {{what} will be refused:} other {{what} will be refused:}}', {
            n: refusals,
            what: countWords(resource, refusals),
          })}
        </p>
      )}
    </>
  )
}

/**
 * The references that would remain to records that are deleted or hidden. References that the database protects are
 * refused with each record instead.
 */
function LeftAloneNote({
  action,
  leftAlone: { uses, links, hasMoreLinks, hasOtherUses, hasOtherLinks },
}: {
  action: string
  leftAlone: LeftAlone
}) {
  const resources = useResources()
  const isGone = action === 'delete'
  const parts = referringWords(
    { uses: isGone ? [] : uses, linking: links, hasMoreLinks, hasOthers: hasOtherLinks || (!isGone && hasOtherUses) },
    resources,
  )
  if (parts.length === 0) return null
  return (
    <p className={classes['warning']}>
      {isGone
        ? t(
            'Links in {texts} break once the records are deleted. To replace them instead, delete the records one by one.',
            {
              texts: listOf(parts),
            },
          )
        : t('Used by {uses}. The references stay, but the records are hidden.', { uses: listOf(parts) })}
    </p>
  )
}
