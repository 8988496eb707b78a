import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconCopy } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Suspense } from 'react'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { fieldOf } from '../../core/resource/resource.ts'
import { useNavigateTo } from '../navigation.tsx'
import { nextRecordShortcut, previousRecordShortcut, useShortcut } from '../shortcuts.web.ts'
import { toast } from '../toast-store.web.ts'
import { cellOf } from './cells.tsx'
import type { AnyRecord } from './client.web.ts'
import { RecordVisitors } from './live-record.tsx'
import { neighboursOf } from './neighbours.web.ts'
import { useRecordPaths } from './record-paths.tsx'
import classes from './record-heading.module.css'
import { useScreenParts } from './screen-parts.web.ts'

interface RecordPartProps {
  resource: AnyResource
  record: AnyRecord
}

/** Beside a record's name: a copy of it where it is a code that people pass on, its notes, and who else has it open. */
export function RecordMarks({ resource, record }: RecordPartProps) {
  const { NotesMark } = useScreenParts()
  const field = fieldOf(resource, resource.title)
  const name = record[resource.title]
  return (
    <>
      {field?.unique === true && typeof name === 'string' && <CopyButton text={name} />}
      <Suspense>
        <NotesMark of={resource} record={record} />
      </Suspense>
      <RecordVisitors />
    </>
  )
}

/** Copies what is written beside it. */
export function CopyButton({ text }: { text: string }) {
  return (
    <ActionIcon
      aria-label={t('Copy {text}', { text })}
      onClick={() =>
        void navigator.clipboard.writeText(text).then(
          () => toast.success(t('{text} copied', { text })),
          () => toast.error(t('This browser does not let the page copy.')),
        )
      }
    >
      <IconCopy size={16} aria-hidden />
    </ActionIcon>
  )
}

interface RecordNeighboursProps extends RecordPartProps {
  /** The page of a record, by its name in the sitemap; by default `update`, or `view` where records have no other. */
  opens?: (record: AnyRecord) => string
}

/** The way to the records before and after this one in the list that the person came from, and where it is there. */
export function RecordNeighbours({ resource, record, opens }: RecordNeighboursProps) {
  const { previous, next, position, total, isCapped } = neighboursOf(useQueryClient(), resource, record.id)
  const paths = useRecordPaths()
  const navigateTo = useNavigateTo()
  const go = (to: AnyRecord | null) => {
    const pages = to && opens ? [opens(to)] : ['update', 'view']
    const path = to && pages.map((page) => paths(resource.name, page, to.id)).find((one) => one !== null)
    if (path) navigateTo(path)
  }
  useShortcut(previousRecordShortcut, () => go(previous), previous !== null)
  useShortcut(nextRecordShortcut, () => go(next), next !== null)
  if (previous === null && next === null) return null
  return (
    <>
      {position !== null && (
        <span className={classes['position']}>
          {isCapped
            ? t('{n} of {total}+', { n: formatNumber(position), total: formatNumber(total) })
            : t('{n} of {total}', { n: formatNumber(position), total: formatNumber(total) })}
        </span>
      )}
      <ActionIcon
        variant="default"
        aria-label={t('Previous record')}
        title="k"
        disabled={previous === null}
        onClick={() => go(previous)}
      >
        <IconChevronUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={t('Next record')}
        title="j"
        disabled={next === null}
        onClick={() => go(next)}
      >
        <IconChevronDown size={16} aria-hidden />
      </ActionIcon>
    </>
  )
}

/** A record's name as a table shows it. */
export function titleOf(resource: AnyResource, record: AnyRecord): ReactNode {
  const field = fieldOf(resource, resource.title)
  return field ? cellOf(resource.title, field, record) : String(record.id)
}
