import { fromCsvCell, byteOrderMark, csvText } from '../../core/csv.ts'
import type { ShownStatus } from '../../platform/translations/store/translatable.ts'
import { shownStatuses } from '../../platform/translations/store/translatable.ts'
import type { XmlElement } from './xml/xml-reader.ts'
import { NotXml, readXml } from './xml/xml-reader.ts'

/** A text as it is exchanged with translators. */
export interface TravellingText {
  readonly resource: string
  readonly recordId: number
  readonly field: string
  readonly locale: string
  /** The title of the record, for people: never used to find it. */
  readonly title: string
  readonly status: ShownStatus | null
  readonly source: string
  /** Null or empty: not translated yet. */
  readonly text: string | null
}

/** A text as read from a file; null if it names no unit. */
export type ReadText = Omit<TravellingText, 'recordId'> & { readonly recordId: number | null }

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
export const escaped = (text: string) =>
  plainly(text).replace(/[&<>"]/g, (character) => escapes[character] ?? character)

/**
 * A text in the form that every format supports: one kind of line ending, no characters that XML cannot represent. Both
 * sides are compared in this form.
 */
export function plainly(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replace(unwritable, '')
}

/** States of XLIFF 2, with the finer ones of this product beside them. */
const states: Readonly<Record<ShownStatus, string>> = {
  missing: 'initial',
  outdated: 'initial',
  machine: 'translated',
  draft: 'translated',
  in_review: 'translated',
  approved: 'final',
}
const broader: Readonly<Record<string, ShownStatus | null>> = {
  initial: null,
  translated: 'draft',
  reviewed: 'in_review',
  final: 'approved',
}

/**
 * XLIFF 2.1 (OASIS, 2018; its core keeps the namespace of 2.0): one language, a file element for each resource. Rich text
 * travels as the markup that it is stored as.
 */
export function writeXliff(texts: readonly TravellingText[], sourceLocale: string, locale: string): string {
  const names = [...new Set(texts.map(({ resource }) => resource))]
  const unit = ({ resource, recordId, field, title, status, source, text }: TravellingText) =>
    [
      `    <unit id="${resource}.${recordId}.${field}" name="${escaped(title)}">`,
      `      <segment state="${states[status ?? 'missing']}" subState="marquee:${status ?? 'missing'}">`,
      `        <source xml:space="preserve">${escaped(source)}</source>`,
      ...(text === null ? [] : [`        <target xml:space="preserve">${escaped(text)}</target>`]),
      '      </segment>',
      '    </unit>',
    ].join('\n')
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="${escaped(sourceLocale)}" trgLang="${escaped(locale)}">`,
    ...names.map((name) =>
      [`  <file id="${name}">`, ...texts.filter(({ resource }) => resource === name).map(unit), '  </file>'].join('\n'),
    ),
    '</xliff>',
    '',
  ].join('\n')
}

export function readXliff(text: string): ReadText[] {
  const root = readXml(text)
  if (root.name !== 'xliff' || !root.attributes['version']?.startsWith('2.'))
    throw new NotXml('It is no XLIFF of version 2.')
  const locale = root.attributes['trgLang'] ?? ''
  return descendants(root, 'unit').map((unit) => {
    const [resource = '', id = '', field = ''] = (unit.attributes['id'] ?? '').split('.')
    // Tools can split a text into several segments; joined, they are the text again.
    const segments = descendants(unit, 'segment', 'ignorable')
    const part = (name: string) =>
      segments.map(({ children }) => children.find((child) => child.name === name)?.text ?? '').join('')
    const [first] = segments.filter(({ name }) => name === 'segment')
    const finer = /^marquee:(\w+)$/.exec(first?.attributes['subState'] ?? '')?.[1]
    const state = first?.attributes['state'] ?? ''
    const own = shownStatuses.find((status) => status === finer)
    // A tool that advances the state can leave the finer one behind.
    const status = own !== undefined && states[own] === state ? own : (broader[state] ?? null)
    return {
      resource,
      recordId: numberOf(id),
      field,
      locale,
      title: unit.attributes['name'] ?? '',
      status,
      source: part('source'),
      text: part('target'),
    }
  })
}

function descendants(element: XmlElement, ...names: readonly string[]): XmlElement[] {
  return element.children.flatMap((child) => (names.includes(child.name) ? [child] : descendants(child, ...names)))
}

function numberOf(text: string): number | null {
  return /^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : null
}

export const csvColumns = ['locale', 'resource', 'id', 'field', 'title', 'status', 'source', 'text'] as const

export function writeCsv(texts: readonly TravellingText[]): string {
  return (
    byteOrderMark +
    csvText([
      [...csvColumns],
      ...texts.map(({ locale, resource, recordId, field, title, status, source, text }) => [
        locale,
        resource,
        recordId,
        field,
        title,
        status,
        plainly(source),
        text === null ? null : plainly(text),
      ]),
    ])
  )
}

/** @param records - the rows below the header, by column, as a CSV reader gave them */
export function fromCsvRows(records: readonly Readonly<Record<string, string>>[]): ReadText[] {
  const cell = (row: Readonly<Record<string, string>>, key: (typeof csvColumns)[number]) => fromCsvCell(row[key] ?? '')
  return records.map((row) => ({
    locale: cell(row, 'locale'),
    resource: cell(row, 'resource'),
    recordId: numberOf(cell(row, 'id')),
    field: cell(row, 'field'),
    title: cell(row, 'title'),
    status: shownStatuses.find((status) => status === cell(row, 'status')) ?? null,
    source: cell(row, 'source'),
    text: cell(row, 'text'),
  }))
}
