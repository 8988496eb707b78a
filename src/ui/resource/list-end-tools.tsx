import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon } from '@mantine/core'
import { IconLayoutSidebarRight } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { ListQuery } from '../../core/list/list-query.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { ColumnMenu } from '../data-grid/column-menu.tsx'
import type { GridColumn } from '../data-grid/grid-column.web.ts'
import type { GridLayout } from '../data-grid/use-grid-layout.web.ts'
import type { AnyRecord, Page } from './client.web.ts'
import { ListTool } from './list-tool.web.ts'

const ListNewsButton = lazy(async () => ({ default: (await import('./list-news.tsx')).ListNewsButton }))

interface EndToolsProps {
  readonly of: AnyResource
  readonly query: ListQuery
  /** The fields that the columns on screen need. */
  readonly fields: readonly string[]
  readonly columns: readonly GridColumn<AnyRecord>[]
  readonly layout: GridLayout
  readonly page: Page<AnyRecord> | undefined
  readonly isCapped: boolean
  readonly isPeeking: boolean
  /** Undefined where a row has nothing to look at. */
  readonly onPeek: (() => void) | undefined
}

/** What can be done with a list as a whole: show what is new, look beside it, bring rows in and out, choose columns. */
export function EndTools({
  of: resource,
  query,
  fields,
  columns,
  layout,
  page,
  isCapped,
  isPeeking,
  onPeek,
}: EndToolsProps) {
  return (
    <>
      <Suspense>
        <ListNewsButton of={resource} query={{ ...query, fields }} page={page} />
      </Suspense>
      {onPeek && (
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t('Peek')}
          aria-pressed={isPeeking}
          title={t('Peek at rows beside the list (Space on a row)')}
          onClick={onPeek}
        >
          <IconLayoutSidebarRight size={16} aria-hidden />
        </ActionIcon>
      )}
      <ListTool
        of={resource}
        query={query}
        columns={layout.order.filter((id) => layout.isShown(id))}
        total={page?.total ?? null}
        isCapped={isCapped}
      />
      <ColumnMenu columns={columns} layout={layout} />
    </>
  )
}
