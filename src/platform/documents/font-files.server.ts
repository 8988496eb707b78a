import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Face } from 'harfbuzzjs'

/** One file of a family: the part of its characters that the package has put into it. */
export interface FontFile {
  /** Unique among all files. */
  readonly name: string
  /** As TrueType, for the program that cuts what a document needs out of it. */
  readonly bytes: Uint8Array
  readonly face: Face
  has(codePoint: number): boolean
}

interface Part {
  readonly name: string
  readonly path: string
  readonly covers: (codePoint: number) => boolean
}

// Latin, Greek, Cyrillic; then what each script needs. Han characters differ by language, so their order does as well.
const alphabets = ['noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew'] as const
const ideographs = { zh: 'noto-sans-sc', ja: 'noto-sans-jp', ko: 'noto-sans-kr' } as const
type Ideographs = keyof typeof ideographs

/** The language whose forms of Han characters a text has: by its kana or Hangul, else by the language of its document. */
export function ideographsOf(text: string, locale: string): Ideographs {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (/\p{Script=Hangul}/u.test(text)) return 'ko'
  const [language = ''] = locale.split('-')
  return Object.hasOwn(ideographs, language) ? (language as Ideographs) : 'zh'
}

function familiesFor(first: Ideographs): readonly string[] {
  const others = (Object.keys(ideographs) as Ideographs[]).filter((one) => one !== first)
  return [...alphabets, ...[first, ...others].map((one) => ideographs[one])]
}

const parts = new Map<string, Promise<readonly Part[]>>()
const files = new Map<string, Promise<FontFile>>()
let unpacking: Promise<unknown> = Promise.resolve()

/** The file that has a character, in the forms of a language; null where none has. Files are read once and kept. */
export async function fileFor(codePoint: number, language: Ideographs): Promise<FontFile | null> {
  for (const family of familiesFor(language)) {
    for (const part of await partsOf(family)) {
      if (!part.covers(codePoint)) continue
      const file = await fileOf(part)
      if (file.has(codePoint)) return file
    }
  }
  return null
}

function partsOf(family: string): Promise<readonly Part[]> {
  const known = parts.get(family) ?? readParts(family)
  parts.set(family, known)
  return known
}

async function readParts(family: string): Promise<readonly Part[]> {
  const at = (file: string) => fileURLToPath(import.meta.resolve(`@fontsource-variable/${family}/${file}`))
  const ranges = JSON.parse(await readFile(at('unicode.json'), 'utf8')) as Readonly<Record<string, string>>
  return Object.entries(ranges).map(([subset, range]) => {
    const name = `${family}-${subset.replaceAll(/[[\]]/g, '')}`
    return { name, path: at(`files/${name}-wght-normal.woff2`), covers: coverOf(range) }
  })
}

/** Of a CSS unicode-range: `U+0-FF,U+131`. */
function coverOf(range: string): Part['covers'] {
  const spans = range.split(',').map((span) => {
    const [from = '', to = from] = span.trim().slice(2).split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const
  })
  return (codePoint) => spans.some(([from, to]) => codePoint >= from && codePoint <= to)
}

function fileOf(part: Part): Promise<FontFile> {
  const known = files.get(part.name) ?? readFont(part)
  files.set(part.name, known)
  return known
}

async function readFont({ name, path }: Part): Promise<FontFile> {
  const [{ Blob, Face }, { decompress }] = await Promise.all([import('harfbuzzjs'), import('wawoff2')])
  const packed = await readFile(path)
  // One after the other and copied, because each result is a view of memory that the next one writes over.
  const unpacked = unpacking.then(async () => (await decompress(packed)).slice())
  unpacking = unpacked.catch(() => undefined)
  const bytes = await unpacked
  const face = new Face(new Blob(bytes))
  const known = new Set(face.collectUnicodes())
  return { name, bytes, face, has: (codePoint) => known.has(codePoint) }
}
