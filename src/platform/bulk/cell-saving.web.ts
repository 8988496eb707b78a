import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isWritable, refKey } from '../../core/resource/fields.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest, RequestFailure } from '../../core/browser/request-errors.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { basePathOf, inSentence } from '../../core/resource/resource.ts'
import type { AnyRecord, Page } from '../../ui/resource/client.web.ts'
import type { Rebased } from '../../ui/resource/draft-state.web.ts'
import { rebasedOn, startOf } from '../../ui/resource/draft-state.web.ts'
import type { LoadResources } from '../../ui/resource/resources.tsx'
import { useLoadResources } from '../../ui/resource/resources.tsx'
import type { Spot } from './grid-cells.web.ts'
import { isSame } from './grid-cells.web.ts'
import { showsAtOnce } from './inline-fields.ts'

type Values = Readonly<Record<string, unknown>>

/** The outcome of a change. `merge`: another user has saved the record since, and the merge dialog is open. */
export type Outcome =
  | { readonly kind: 'saved'; readonly record: AnyRecord }
  | { readonly kind: 'merge' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly problems: Readonly<Record<string, string>> }

interface Merge extends Rebased {
  readonly spot: Spot
  readonly value: unknown
  readonly theirs: AnyRecord
}

export interface CellSaving {
  /** Saves one value of a row as the user saw it; `shownBefore`: as the list shows it by now. */
  save(row: AnyRecord, key: string, value: unknown, shownBefore: AnyRecord): Promise<Outcome>
  readonly merge: Merge | null
  readonly isMerging: boolean
  /** Saves the user's own value over the other one, after they have seen it. */
  saveOverTheirs(): Promise<Outcome>
  closeMerge(): void
}

/** Statuses whose refusals are shown in the cell. A 403 counts only if it concerns this change and not the session. */
const quiet = [403, 404, 409, 412, 422] as const
const sessionRefusals: readonly (string | null)[] = [null, 'SessionExpired', 'CsrfFailed']

/** Saves single values of a list's rows: shown at once where that is safe, reverted with the reason when refused. */
export function useCellSaving(resource: AnyResource): CellSaving {
  const queries = useQueryClient()
  const load = useLoadResources()
  const merges = useMerges()
  const { first: merge } = merges
  const [isMerging, setMerging] = useState(false)
  /** A row's changes are sent one after the other, each on the version that the previous one created. */
  const last = useRef(new Map<number, Promise<unknown>>())
  const versions = useRef(new Map<number, number>())

  async function send(row: AnyRecord, key: string, value: unknown): Promise<Outcome> {
    // What the user has seen, or made of it here.
    const version = Math.max(row.version, versions.current.get(row.id) ?? 0)
    try {
      const { data } = await http.request('PATCH', `${basePathOf(resource)}/${row.id}`, {
        body: { [key]: value },
        headers: { 'If-Match': `"${version}"` },
        quiet,
      })
      const record = data as AnyRecord
      versions.current.set(row.id, record.version)
      patchRows(queries, resource, record.id, record)
      queries.setQueryData([resource.name, 'record', record.id], record)
      // Other pages of the list are fetched again when the user opens them; the rows on screen don't move.
      await queries.invalidateQueries({ queryKey: [resource.name, 'list'], refetchType: 'none' })
      return { kind: 'saved', record }
    } catch (failure) {
      return refusal(failure, row, key, value)
    }
  }

  async function refusal(failure: unknown, row: AnyRecord, key: string, value: unknown): Promise<Outcome> {
    if (!(failure instanceof RequestFailure)) throw failure
    if (!(failure instanceof FailedRequest)) return { kind: 'refused', problems: { [key]: failure.message } }
    const { status, body } = failure
    if (status === 412 && isRecord(body.current)) {
      const theirs = body.current
      const base = { ...startOf(resource, theirs), ...known(resource, row) }
      const { conflicts, taken } = rebasedOn(resource, base, { ...base, [key]: value }, theirs)
      merges.add({ spot: { id: row.id, key }, value, theirs, conflicts, taken })
      patchRows(queries, resource, row.id, theirs)
      queries.setQueryData([resource.name, 'record', row.id], theirs)
      return { kind: 'merge' }
    }
    if (status === 404) {
      await queries.invalidateQueries({ queryKey: [resource.name, 'list'] })
      return { kind: 'gone' }
    }
    if (status === 403 && sessionRefusals.includes(body.error)) http.show(failure)
    const { fields } = body
    return { kind: 'refused', problems: fields && Object.keys(fields).length > 0 ? fields : { [key]: failure.message } }
  }

  async function save(row: AnyRecord, key: string, value: unknown, shownBefore: AnyRecord): Promise<Outcome> {
    const before = last.current.get(row.id)
    const work = (async (): Promise<Outcome> => {
      const shown = showsAtOnce(resource, key) ? await shownAs(queries, load, resource, key, value) : null
      if (shown) patchRows(queries, resource, row.id, shown)
      await before?.catch(() => null)
      const outcome = await send(row, key, value)
      if (shown && (outcome.kind === 'refused' || outcome.kind === 'gone')) {
        patchRows(queries, resource, row.id, patched(shown, shownBefore))
      }
      return outcome
    })()
    last.current.set(row.id, work)
    return await work
  }

  async function saveOverTheirs(): Promise<Outcome> {
    if (!merge) return { kind: 'gone' }
    setMerging(true)
    const outcome = await send(merge.theirs, merge.spot.key, merge.value)
    setMerging(false)
    if (outcome.kind !== 'merge') merges.close(merge)
    return outcome
  }

  return { save, merge, isMerging, saveOverTheirs, closeMerge: () => merge && merges.close(merge) }
}

/** Asked about one after the other: a second value is on its way before the first is refused. */
function useMerges() {
  const [all, setAll] = useState<readonly Merge[]>([])
  return {
    first: all[0] ?? null,
    add: (merge: Merge) => setAll((before) => [...before.filter(({ spot }) => !isSame(spot, merge.spot)), merge]),
    close: (merge: Merge) => setAll((before) => before.filter((one) => one !== merge)),
  }
}

/** The message for a cell whose record no longer exists. */
export function goneWords(resource: AnyResource): string {
  return t('This {one} has been deleted.', { one: inSentence(t(resource.label[0])) })
}

function known(resource: AnyResource, row: AnyRecord): Values {
  return Object.fromEntries(
    Object.entries(resource.fields)
      .filter(([key, field]) => isWritable(field) && Object.hasOwn(row, key))
      .map(([key]) => [key, row[key]]),
  )
}

/** The new value as a row carries it; a reference with the title that it was found by. Null where that is not known. */
async function shownAs(
  queries: QueryClient,
  load: LoadResources,
  resource: AnyResource,
  key: string,
  value: unknown,
): Promise<Values | null> {
  const field = resource.fields[key]
  if (!field || !('to' in field)) return { [key]: value }
  if (value === null) return { [key]: null, [refKey(key)]: null }
  const target = (await load()).find(({ name }) => name === field.to)
  const found =
    target &&
    queries
      .getQueriesData<ListData>({ queryKey: [target.name, 'list'] })
      .flatMap(([, data]) => (isPage(data) ? data.rows : []))
      .find(({ id }) => id === value)
  return target && found ? { [key]: value, [refKey(key)]: { id: value, title: String(found[target.title]) } } : null
}

/** What is kept of a list: its pages, and beside them the counts of its tabs. */
type ListData = Page<AnyRecord> | readonly unknown[]
const isPage = (data: ListData | undefined): data is Page<AnyRecord> => data !== undefined && 'rows' in data

/** Gives a record's rows in every list that is held new values, as far as each has them. */
function patchRows(queries: QueryClient, resource: AnyResource, id: number, values: Values): void {
  queries.setQueriesData<ListData>({ queryKey: [resource.name, 'list'] }, (page) => {
    if (!isPage(page) || !page.rows.some((row) => row.id === id)) return page
    return { ...page, rows: page.rows.map((row) => (row.id === id ? patched(row, values) : row)) }
  })
}

function patched<Row extends Values>(row: Row, values: Values): Row {
  return {
    ...row,
    ...Object.fromEntries(
      Object.keys(row)
        .filter((key) => Object.hasOwn(values, key))
        .map((key) => [key, values[key]]),
    ),
  }
}

function isRecord(value: unknown): value is AnyRecord {
  return typeof value === 'object' && value !== null && 'id' in value && 'version' in value
}
