import type { ComponentType, ReactNode } from 'react'
import type { Filter } from '../../core/list/list-query.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { AnyRecord } from './client.web.ts'
import type { PageFrameProps } from '../page-frame.tsx'
import type { RecordPlace } from './record-paths.tsx'
import type { ListQuestion, ViewsProps } from './screen-parts.web.ts'

export interface ListScreenProps {
  /** The resource that the list is of. */
  of: AnyResource
  /** Narrows the list for good: `{ kind: 'event' }`. Keep it stable (module scope). */
  where?: Filter
  /** Cells of the area's own, by key, of plain elements. Keep stable. */
  cells?: Readonly<Record<string, (record: AnyRecord) => ReactNode>>
  /** Least widths of such cells, in px. Keep stable. */
  widths?: Readonly<Record<string, number>>
  /** The page that a row opens, by its name in the sitemap, or one of another record; `update` by default. Keep stable. */
  opens?: string | ((record: AnyRecord) => string | RecordPlace)
  /** The preview of a record beside the list, in place of its fields. Lazy, because most visits open none. */
  peek?: ComponentType<{ id: number }>
  /** The views above the list, in place of the usual ones. */
  views?: ComponentType<ViewsProps>
  /** Questions that are asked again and again, each a tab with its count. Keep stable (module scope). */
  questions?: readonly ListQuestion[]
  /** Whether one of these views is named after what the address narrows the list by, which needs no chips then. Keep stable. */
  isNamed?: (route: Readonly<Record<string, string>>) => boolean
  /** The record that the rows are parts of, where the page is about that one. */
  record?: PageFrameProps['record']
  /** Buttons beside the title. */
  actions?: ReactNode
  /** What leads to the first row while there is none, in place of the button that creates it: a sentence, a button. */
  start?: ReactNode
  /** Whether the page scrolls as a whole, for pages with much above the list. */
  flows?: boolean
  /** The rows in another form than a grid. */
  instead?: ((rows: readonly AnyRecord[]) => ReactNode) | undefined
  /** Commands of the list's own for the rows that are selected, besides those that every resource has. */
  bulkActions?: (selected: readonly AnyRecord[], clear: () => void) => ReactNode
  /** These commands are those that the definition names too, drawn by what the rows allow. */
  replacesActions?: boolean
}
