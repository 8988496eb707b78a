import type { ReactNode } from 'react'
import type { GridColumn } from '../data-grid/grid-column.web.ts'
import type { AnyField, Tone } from '../../core/resource/fields.ts'
import { refKey } from '../../core/resource/fields.ts'
import type { AnyResource, ShownColumn } from '../../core/resource/resource.ts'
import { fieldOf } from '../../core/resource/resource.ts'
import { briefOf, cellOf, isBlank, isNumeric, lineOf, restOf } from './cells.tsx'
import classes from './cells.module.css'
import type { AnyRecord } from './client.web.ts'

export type Cells = Readonly<Record<string, (record: AnyRecord) => ReactNode>>
/** A cell that says something of a record without a value too, such as "Not sent"; a second line leaves the others out. */
export const evenIfBlank = (cell: Cells[string]): Cells[string] => Object.assign(cell, { [blankCell]: true })
const blankCell = Symbol('says something of a record without a value')

export type Thumbnail = (image: { readonly id: number }) => string

type CellParts = Pick<GridColumn<AnyRecord>, 'cell' | 'below' | 'picture' | 'copies'>

/** A card on a phone has four facts: the title, a state, an amount or count, and what the list asks for or comes first of the rest. */
export function cardKeys(resource: AnyResource, shown: readonly ShownColumn[]): ReadonlySet<string> {
  const rest = shown.flatMap(({ key }) => {
    const field = fieldOf(resource, key)
    return field && key !== resource.title ? [{ key, field }] : []
  })
  const state = rest.find(({ field }) => 'tones' in field)
  const asked = rest.filter(({ key }) => shown.some((column) => column.key === key && column.onCard))
  const asksAmount = asked.some(({ field }) => isNumeric(field))
  const amounts = (asksAmount ? asked : rest).filter(({ field }) => isNumeric(field))
  const amount = amounts.find(({ field }) => 'currency' in field) ?? amounts[0]
  const chosen = new Set([state, amount, ...asked, ...rest].flatMap((one) => (one ? [one.key] : [])))
  return new Set([resource.title, ...[...chosen].slice(0, 3)])
}

/** The contents of a grid column, going by the definition. */
export function cellsOf(
  resource: AnyResource,
  column: ShownColumn,
  field: AnyField,
  cells: Cells,
  thumbnail: Thumbnail | undefined,
): CellParts {
  const { key, below, worst, picture, copies } = column
  const own = cells[key]
  const second = below
    ? (record: AnyRecord) => belowOf(resource, below, cells, record)
    : own || worst
      ? undefined
      : restOf(field)
  return {
    cell: own ?? (worst ? (record) => worstOf(resource, worst, record) : (record) => lineOf(key, field, record)),
    ...(second && { below: (record: AnyRecord) => second(record, key) }),
    ...(picture !== undefined && pictured(resource, picture, thumbnail)),
    ...(copies !== undefined && {
      copies: (record: AnyRecord) => String(record[copies === true ? key : copies] ?? ''),
    }),
  }
}

/** The choice that says that there is nothing to say: no next step. */
const nothing = 'none'

/** The fields of the second line as they read in cells; null where the record has none of them. */
function belowOf(resource: AnyResource, keys: readonly string[], cells: Cells, record: AnyRecord): ReactNode {
  const parts = keys.flatMap((key) => {
    const field = fieldOf(resource, key)
    const own = cells[key]
    if (!field || record[key] === nothing || (isBlank(record[key]) && !(own && blankCell in own))) return []
    return [{ key, content: own?.(record) ?? briefOf(key, field, record) }]
  })
  if (parts.length <= 1) return parts[0]?.content ?? null
  return (
    <span className={classes['parts']}>
      {parts.map(({ key, content }) => (
        <span key={key}>{content}</span>
      ))}
    </span>
  )
}

const severity: Readonly<Record<Tone, number>> = { good: 0, neutral: 1, busy: 2, warn: 3, bad: 4 }

/** Of several states of a record the one that asks most for attention; the first of them where none does. */
export function worstOf(resource: AnyResource, keys: readonly string[], record: AnyRecord): ReactNode {
  const weigh = (key: string) => {
    const field = fieldOf(resource, key)
    const tones = field && 'tones' in field ? field.tones : undefined
    const tone = tones?.[String(record[key])] ?? 'neutral'
    return tone === 'neutral' || tone === 'good' ? 0 : severity[tone]
  }
  const worst = keys.reduce((one, other) => (weigh(other) > weigh(one) ? other : one))
  const field = fieldOf(resource, worst)
  return field ? cellOf(worst, field, record) : null
}

function pictured(
  resource: AnyResource,
  key: string,
  thumbnail: Thumbnail | undefined,
): Pick<CellParts, 'picture'> | null {
  const field = fieldOf(resource, key)
  if (!field) return null
  if (!('to' in field)) {
    return { picture: (record) => <span className={classes['flag']}>{flagOf(String(record[key] ?? ''))}</span> }
  }
  if (!thumbnail) return null
  return {
    picture: (record) => {
      const value = record[refKey(key)]
      const image = (Array.isArray(value) ? value[0] : value) as { readonly id: number } | null | undefined
      const address = image ? thumbnail(image) : null
      return address === null ? (
        <span className={classes['picture']} data-none />
      ) : (
        <img className={classes['picture']} src={address} alt="" width={30} height={30} loading="lazy" />
      )
    },
  }
}

/** The flag of a country's two letters: each becomes the regional indicator of its place in the alphabet. */
function flagOf(code: string): string {
  const firstIndicator = 0x1f1e6
  return /^[A-Z]{2}$/.test(code)
    ? String.fromCodePoint(...[...code].map((letter) => firstIndicator + letter.charCodeAt(0) - 65))
    : ''
}
