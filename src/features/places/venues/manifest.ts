import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'
import { idParams } from '../../../core/http/path-params.ts'
import { stageLabelOf } from './map-stage.ts'
import type { OutlineFault } from './outline-checks.ts'
import { faultOf } from './outline-checks.ts'
import { venueLayouts } from './venue-configurations.ts'
import { maxRows } from './venue-sections.ts'

export const maxSections = 2_000
const maxShapes = 4_000

const line = (max: number) =>
  z.string({ error: () => t('This must be text.') }).check(
    z.overwrite((value) => value.normalize('NFC').trim()),
    z.minLength(1, { error: () => t('This is required.') }),
    z.maxLength(max, { error: () => t('This can have at most {max} characters.', { max }) }),
  )

const section = z
  .strictObject({
    /** The id of its outline on the map. */
    code: line(64),
    name: line(120),
    zone: z.nullable(line(80)),
    /** From 1, the best. */
    rank: z
      .int({ error: () => t('A rank is a whole number.') })
      .check(
        z.minimum(1, { error: () => t('Ranks go from 1 to 100.') }),
        z.maximum(100, { error: () => t('Ranks go from 1 to 100.') }),
      ),
    isGeneralAdmission: z.boolean({ error: () => t('General admission must be true or false.') }),
    rows: z
      .array(line(20))
      .check(z.maxLength(maxRows, { error: () => t('A section can have at most {n} rows.', { n: maxRows }) })),
    capacity: z.nullable(
      z
        .int({ error: () => t('A capacity is a whole number.') })
        .check(
          z.minimum(1, { error: () => t('A capacity is 1 or more.') }),
          z.maximum(500_000, { error: () => t('A capacity is 500,000 or less.') }),
        ),
    ),
    /** The view from there: an image of the library, or one at an external URL. */
    viewImageId: z.optional(z.nullable(z.int())),
    viewImageUrl: z.nullable(
      z
        .string()
        .check(
          z.maxLength(500),
          z.regex(/^https?:\/\/[^\s<>"]{3,}$/i, { error: () => t('A view must be a URL that starts with https://.') }),
        ),
    ),
  })
  .register(z.globalRegistry, { id: 'ManifestSection' })
export const sectionSchema = section
export type Section = z.output<typeof section>

/** An outline: the data of an SVG path, which can do nothing but draw. */
const shape = z.strictObject({
  id: line(64),
  d: z
    .string()
    .check(
      z.maxLength(20_000, { error: () => t('An outline can have at most 20,000 characters.') }),
      z.regex(/^[MmLlHhVvCcSsQqTtAaZz0-9eE+\-.,\s]+$/, { error: () => t('An outline must be SVG path data.') }),
    ),
})
export type Shape = z.output<typeof shape>

const map = z.strictObject({
  viewBox: z.string().check(
    z.regex(/^-?[0-9.]{1,12} -?[0-9.]{1,12} [0-9.]{1,12} [0-9.]{1,12}$/, {
      error: () => t('A view box is four numbers.'),
    }),
  ),
  shapes: z
    .array(shape)
    .check(z.maxLength(maxShapes, { error: () => t('A map can have at most {most} outlines.', { most: maxShapes }) })),
})
export type VenueMap = z.output<typeof map>

const manifest = z
  .object({
    id: z.int(),
    version: z.int(),
    name: z.string(),
    layout: z.enum(venueLayouts),
    capacity: z.int(),
    manifestAt: z.nullable(z.string()),
    sections: z.array(section),
    /** The outlines of a file; null where the map is drawn from the sections. */
    map: z.nullable(map),
  })
  .register(z.globalRegistry, { id: 'Manifest' })
export type Manifest = z.output<typeof manifest>

export const readManifest = defineEndpoint('GET /rest/data/venue-configurations/:id/manifest', {
  summary: 'Read the sections of a venue configuration, with the outlines of its map',
  access: ['places', 'ui'],
  params: idParams,
  output: manifest,
  tag: 'Venue configurations',
})

export const publishManifest = defineEndpoint('PUT /rest/data/venue-configurations/:id/manifest', {
  summary: 'Replace the sections of a venue configuration, and its map where one is given, all at once',
  access: ['places', 'write'],
  params: idParams,
  input: z.strictObject({
    /** The configuration's version, as it was read. */
    version: z.int({ error: () => t('Send the version that was read.') }),
    sections: z.array(section, { error: () => t('Send the sections as a list.') }).check(
      z.maxLength(maxSections, {
        error: () => t('A manifest can have at most {most} sections.', { most: maxSections }),
      }),
    ),
    /** Left out, the map stays; null, it is drawn from the sections. */
    map: z.optional(z.nullable(map)),
  }),
  output: manifest,
  tag: 'Venue configurations',
})

/** A problem that prevents a manifest from being published, or that needs a check. */
export interface ManifestProblem {
  readonly isBlocking: boolean
  readonly message: string
  readonly code: string | null
}

const folded = (name: string) => name.normalize('NFKC').toLowerCase()

function* repeated(sections: readonly Section[], keyOf: (section: Section) => string): Generator<Section> {
  const seen = new Set<string>()
  for (const one of sections) {
    if (seen.has(keyOf(one))) yield one
    seen.add(keyOf(one))
  }
}

const outlineFaults: Readonly<Record<OutlineFault, (name: string) => string>> = {
  unreadable: (name) => t('The outline of {name} cannot be read.', { name }),
  corners: (name) => t('The outline of {name} needs at least 3 corners that enclose an area.', { name }),
  crossing: (name) => t('The outline of {name} crosses itself.', { name }),
  far: (name) => t('The outline of {name} is too far from the rest of the map.', { name }),
}

/** Outlines that cannot be the outline of a section. Those that are published already are left alone. */
function* outlineProblems(
  sections: readonly Section[],
  outlines: readonly Shape[],
  published: readonly Shape[],
): Generator<ManifestProblem> {
  const names = new Map(sections.map(({ code, name }) => [code, name]))
  const known = new Map(published.map(({ id, d }) => [id, d]))
  for (const { id, d } of outlines) {
    const name = names.get(id)
    const fault = name === undefined || known.get(id) === d ? null : faultOf(d)
    if (name !== undefined && fault !== null) yield { isBlocking: true, message: outlineFaults[fault](name), code: id }
  }
}

/**
 * Whether a manifest hangs together, by itself and with the outlines of a map.
 *
 * @param published - the outlines that are there now
 */
export function manifestProblems(
  sections: readonly Section[],
  outlines: readonly Shape[] | null,
  published: readonly Shape[] = [],
): ManifestProblem[] {
  const problems: ManifestProblem[] = []
  const say = (isBlocking: boolean, message: string, code: string | null) =>
    void problems.push({ isBlocking, message, code })
  if (sections.length === 0) say(true, t('A manifest has at least one section.'), null)
  for (const { name, code } of repeated(sections, (one) => folded(one.name)))
    say(true, t('Two sections are called {name}.', { name }), code)
  for (const { name, code } of repeated(sections, (one) => one.code))
    say(true, t('{name} has the id {code}, which another section has already.', { name, code }), code)
  for (const { name, code, isGeneralAdmission, rows, viewImageId, viewImageUrl } of sections) {
    if (isGeneralAdmission && rows.length > 0)
      say(true, t('{name} is general admission, so it has no rows.', { name }), code)
    if (viewImageUrl !== null && typeof viewImageId === 'number')
      say(true, t('{name} has two views. Keep the image or the URL.', { name }), code)
    const twice = rows.find((row, index) => rows.indexOf(row) < index)
    if (twice !== undefined) say(true, t('{name} has the row {row} twice.', { name, row: twice }), code)
    if (!isGeneralAdmission && rows.length === 0)
      say(false, t('{name} has no rows, so no listing’s row can be checked.', { name }), code)
  }
  if (outlines !== null) {
    const drawn = new Set(outlines.map(({ id }) => id))
    const named = new Set(sections.map(({ code }) => code))
    for (const { name, code } of sections)
      if (!drawn.has(code))
        say(true, t('{name} is not on the map: no outline has the id {code}.', { name, code }), code)
    problems.push(...outlineProblems(sections, outlines, published))
    const extra = outlines.filter(({ id }) => !named.has(id) && stageLabelOf(id) === null)
    if (extra.length > 0) {
      const ids = `${extra
        .slice(0, 8)
        .map(({ id }) => id)
        .join(', ')}${extra.length > 8 ? '…' : ''}`
      say(
        false,
        t(
          '{n, plural, one {One outline of the map isn’t a section} other {# outlines of the map aren’t sections}}: {ids}',
          { n: extra.length, ids },
        ),
        null,
      )
    }
  }
  return problems
}
