import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { lastShownPages } from '../data-grid/shown-pages.web.ts'
import { useNavigateTo } from '../navigation.tsx'
import { nextRecordShortcut, previousRecordShortcut, useShortcut } from '../shortcuts.web.ts'
import type { AnyRecord } from './client.web.ts'
import { neighboursOf } from './neighbours.web.ts'
import { useRecordPaths } from './record-paths.tsx'
import classes from './record-neighbours.module.css'

interface RecordNeighboursProps {
  resource: AnyResource
  record: { readonly id: number }
  /** The page of a record, by its name in the sitemap; by default `update`, or `view` where records have no other. */
  opens?: (record: AnyRecord) => string
}

/**
 * The way to the records before and after this one in the list that the person came from, and where it is there. A list or
 * tree that is loaded as a whole leads on as it was drawn, through records of more than one kind.
 */
export function RecordNeighbours({ resource, record, opens }: RecordNeighboursProps) {
  const { previous, next, position, total, isCapped } = neighboursOf(useQueryClient(), resource, record.id)
  const paths = useRecordPaths()
  const here = paths(resource.name, 'update', record.id)
  const pathOf = (to: AnyRecord | null) => {
    const pages = to && opens ? [opens(to)] : ['update', 'view']
    return to && (pages.map((page) => paths(resource.name, page, to.id)).find((one) => one !== null) ?? null)
  }
  if (here !== null && lastShownPages().includes(here)) return <ListNeighbours here={here} />
  return (
    <Neighbours
      previous={pathOf(previous)}
      next={pathOf(next)}
      place={position === null ? null : { position, total, isCapped }}
    />
  )
}

/** The same of a list that is short and loaded as a whole; `here` is the page that is open, as the list links to it. */
export function ListNeighbours({ here }: { here: string }) {
  const hrefs = lastShownPages()
  const at = hrefs.indexOf(here)
  if (at === -1) return null
  return (
    <Neighbours
      previous={hrefs[at - 1] ?? null}
      next={hrefs[at + 1] ?? null}
      place={{ position: at + 1, total: hrefs.length, isCapped: false }}
    />
  )
}

interface NeighboursProps {
  previous: string | null
  next: string | null
  /** Where the record is in its list, counted from 1; null where that is not known. */
  place: { readonly position: number; readonly total: number; readonly isCapped: boolean } | null
}

function Neighbours({ previous, next, place }: NeighboursProps) {
  const navigateTo = useNavigateTo()
  const go = (path: string | null) => path !== null && navigateTo(path)
  useShortcut(previousRecordShortcut, () => go(previous), previous !== null)
  useShortcut(nextRecordShortcut, () => go(next), next !== null)
  if (previous === null && next === null) return null
  return (
    <>
      {place && (
        <span className={classes['position']}>
          {place.isCapped
            ? t('{n} of {total}+', { n: formatNumber(place.position), total: formatNumber(place.total) })
            : t('{n} of {total}', { n: formatNumber(place.position), total: formatNumber(place.total) })}
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
