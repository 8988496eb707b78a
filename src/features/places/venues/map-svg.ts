import { t } from '../../../core/i18n/language.ts'
import type { Shape, VenueMap } from './manifest.ts'

export interface ReadMap {
  readonly map: VenueMap | null
  readonly problems: readonly string[]
}

/** Characters of a file: maps of stadiums have a few hundred thousand. */
const maxInMap = 2_000_000
/** Characters of one element with its attributes: outlines are shorter, and nothing else is wanted. */
const maxInElement = 40_000
const name = /[a-zA-Z][\w:-]{0,63}/y
const attribute = /[\s/]*([\w:.-]{1,100})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)')/y
const pathData = /^[MmLlHhVvCcSsQqTtAaZz0-9eE+\-.,\s]+$/

type Attributes = Readonly<Record<string, string>>

/**
 * Reads the outlines of an SVG file: paths, polygons, rectangles, circles and ellipses that have an id. It ignores
 * everything else, and what it keeps can only draw: no style, script, link or image gets through, whatever the file
 * contains.
 */
export function readMap(text: string): ReadMap {
  if (text.length > maxInMap)
    return { map: null, problems: [t('The file has more than {n} million characters.', { n: maxInMap / 1_000_000 })] }
  const shapes = new Map<string, Shape>()
  const problems: string[] = []
  let viewBox: string | null = null
  let isSvg = false
  for (const [tag, values] of elementsOf(text)) {
    if (tag === 'svg') {
      isSvg = true
      viewBox ??= viewBoxOf(values)
    }
    // A group's transform moves everything in it, so the outlines would be drawn in the wrong place.
    if (values['transform'] && (tag === 'g' || values['id']))
      problems.push(
        t('“{id}” is moved by a transform: flatten transforms before you export the file.', {
          id: values['id'] ?? tag,
        }),
      )
    const draw = Object.hasOwn(drawings, tag) ? drawings[tag] : undefined
    const id = values['data-section-id'] ?? values['id']
    if (!draw || !id || id.length > 64) continue
    const d = draw(values)
    if (d === null || d.length > 20_000 || !pathData.test(d))
      problems.push(t('“{id}” has an outline that cannot be read.', { id }))
    else if (shapes.has(id)) problems.push(t('Two outlines have the id “{id}”.', { id }))
    else shapes.set(id, { id, d: d.trim() })
  }
  if (!isSvg) return { map: null, problems: [t('Not an SVG file.')] }
  if (viewBox === null) problems.push(t('The file says neither a viewBox nor a width and height.'))
  if (shapes.size === 0) problems.push(t('No outline in the file has an id.'))
  return {
    map: viewBox !== null && problems.length === 0 ? { viewBox, shapes: [...shapes.values()] } : null,
    problems: problems.slice(0, 20),
  }
}

/** Every start tag in the text, except in comments, with its attributes. Each character is read only a few times. */
function* elementsOf(text: string): Generator<readonly [tag: string, values: Attributes]> {
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at + 4)
      if (end === -1) return
      at = end
      continue
    }
    at += 1
    name.lastIndex = at
    const [tag] = name.exec(text) ?? []
    if (tag === undefined) continue
    const [values, end] = attributesAt(text, at + tag.length)
    yield [tag, values]
    at = end
  }
}

function attributesAt(text: string, from: number): [values: Attributes, end: number] {
  const values: Record<string, string> = {}
  let end = from
  while (end - from < maxInElement) {
    attribute.lastIndex = end
    const [whole, key = '', double, single] = attribute.exec(text) ?? []
    if (whole === undefined) break
    if (key !== '__proto__') values[key] ??= unescaped(double ?? single ?? '')
    end += whole.length
  }
  return [values, end]
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '')
}

function numbers(values: Attributes, ...names: string[]): number[] | null {
  const found = names.map((name) => (values[name] === undefined ? 0 : Number.parseFloat(values[name])))
  return found.every(Number.isFinite) ? found : null
}

function viewBoxOf(values: Attributes): string | null {
  const parts = (values['viewBox'] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  if (parts.length === 4 && parts.every(Number.isFinite) && (parts[2] ?? 0) > 0 && (parts[3] ?? 0) > 0)
    return parts.map(short).join(' ')
  const size = numbers(values, 'width', 'height')
  return size && (size[0] ?? 0) > 0 && (size[1] ?? 0) > 0 ? `0 0 ${size.map(short).join(' ')}` : null
}

const short = (value: number) => String(Math.round(value * 100) / 100)

const drawings: Readonly<Record<string, (values: Attributes) => string | null>> = {
  path: ({ d }) => d ?? null,
  polygon: ({ points }) => polygon(points),
  polyline: ({ points }) => polygon(points),
  rect: (values) => {
    const [x = 0, y = 0, width = 0, height = 0] = numbers(values, 'x', 'y', 'width', 'height') ?? []
    return width > 0 && height > 0
      ? `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`
      : null
  },
  circle: (values) => {
    const [x = 0, y = 0, r = 0] = numbers(values, 'cx', 'cy', 'r') ?? []
    return ellipse(x, y, r, r)
  },
  ellipse: (values) => {
    const [x = 0, y = 0, rx = 0, ry = 0] = numbers(values, 'cx', 'cy', 'rx', 'ry') ?? []
    return ellipse(x, y, rx, ry)
  },
}

function polygon(points: string | undefined): string | null {
  const found = (points ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  if (found.length < 6 || found.length % 2 !== 0 || !found.every(Number.isFinite)) return null
  return `M${found.map(short).join(' ')}Z`
}

function ellipse(x: number, y: number, rx: number, ry: number): string | null {
  if (!(rx > 0) || !(ry > 0)) return null
  return `M${short(x - rx)} ${short(y)}a${short(rx)} ${short(ry)} 0 1 0 ${short(2 * rx)} 0a${short(rx)} ${short(ry)} 0 1 0 ${short(-2 * rx)} 0Z`
}
