import type * as HarfBuzz from 'harfbuzzjs'
import type { Bidi } from 'bidi-js'
import bidiFactory from 'bidi-js'
import type { FontFile } from './font-files.server.ts'
import { fileFor, ideographsOf } from './font-files.server.ts'

export type Weight = 400 | 700

/** A font at one weight, as a document uses it. */
export interface Cut {
  readonly file: FontFile
  readonly weight: Weight
}

/** Lengths in thousandths of the size of the text. */
export interface Glyph {
  readonly id: number
  readonly advance: number
  readonly x: number
  readonly y: number
  /**
   * What it looks like: a bracket that is turned around is its counterpart. Empty where another glyph says it, as with
   * the dots of a letter.
   */
  readonly text: string
}

/** Glyphs of one font, from left to right. */
export interface GlyphRun {
  readonly cut: Cut
  readonly glyphs: readonly Glyph[]
}

export interface Line {
  readonly runs: readonly GlyphRun[]
  readonly width: number
}

interface Piece {
  readonly start: number
  readonly end: number
  readonly level: number
  readonly file: FontFile
}

// Edge: its types are those of another form of module.
const bidi = (bidiFactory as unknown as () => Bidi)()
// oxlint-disable-next-line no-control-regex -- these are what has to go
const invisible = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b\u2028\u2029\ufeff]/g
/** What shows where no font has a character. */
const missing = '\ufffd'

/** Breaks texts into lines and shapes them. Make it with all texts of a document, as fonts are read once before. */
export class Typesetter {
  readonly #hb: typeof HarfBuzz
  readonly #locale: string
  readonly #files: ReadonlyMap<string, FontFile>
  readonly #fonts = new Map<string, HarfBuzz.Font>()

  private constructor(hb: typeof HarfBuzz, locale: string, files: ReadonlyMap<string, FontFile>) {
    this.#hb = hb
    this.#locale = locale
    this.#files = files
  }

  static async for(texts: readonly string[], locale: string): Promise<Typesetter> {
    const hb = await import('harfbuzzjs')
    const files = new Map<string, FontFile>()
    for (const text of texts) {
      const language = ideographsOf(text, locale)
      for (const letter of new Set(tidied(text) + missing + '? ')) {
        const key = `${language} ${letter}`
        if (files.has(key)) continue
        const file = await fileFor(letter.codePointAt(0) ?? 0, language)
        if (file) files.set(key, file)
      }
    }
    return new Typesetter(hb, locale, files)
  }

  /** The lines of a text that are at most `width` wide, in thousandths of its size. */
  lines(text: string, weight: Weight, width = Infinity): readonly Line[] {
    return tidied(text)
      .split('\n')
      .flatMap((paragraph) => this.#paragraph(paragraph, weight, width))
  }

  #paragraph(given: string, weight: Weight, width: number): readonly Line[] {
    const language = ideographsOf(given, this.#locale)
    const has = (letter: string) => this.#files.has(`${language} ${letter}`)
    const text = [...given].map((letter) => (has(letter) ? letter : has(missing) ? missing : '?')).join('')
    const { levels } = bidi.getEmbeddingLevels(text)
    const pieces = this.#pieces(text, levels, language)
    const widthOf = (start: number, end: number) =>
      within(pieces, start, end)
        .flatMap((piece) => this.#shape(text, piece, weight).glyphs)
        .reduce((sum, { advance }) => sum + advance, 0)
    return brokenInto(text, width, this.#locale, widthOf).map(([start, end]) => {
      const runs = inVisualOrder(within(pieces, start, end)).map((piece) => this.#shape(text, piece, weight))
      return { runs, width: runs.flatMap(({ glyphs }) => glyphs).reduce((sum, { advance }) => sum + advance, 0) }
    })
  }

  /** Stretches of one font and one direction. */
  #pieces(text: string, levels: Uint8Array, language: string): readonly Piece[] {
    const pieces: Piece[] = []
    let at = 0
    for (const letter of text) {
      const [start, end, level] = [at, at + letter.length, levels[at] ?? 0]
      at = end
      const last = pieces.at(-1)
      const own = this.#files.get(`${language} ${letter}`)
      if (!own) throw new Error('A text that the typesetter was not made with.')
      // A blank or a mark between letters of one font stays with them.
      const file = last?.file.has(letter.codePointAt(0) ?? 0) ? last.file : own
      if (last && last.level === level && last.file === file) pieces.splice(-1, 1, { ...last, end })
      else pieces.push({ start, end, level, file })
    }
    return pieces
  }

  #shape(text: string, { start, end, level, file }: Piece, weight: Weight): GlyphRun {
    const buffer = new this.#hb.Buffer()
    buffer.setClusterLevel(this.#hb.ClusterLevel.MONOTONE_CHARACTERS)
    buffer.addText(text, start, end - start)
    buffer.setDirection(level % 2 === 1 ? this.#hb.Direction.RTL : this.#hb.Direction.LTR)
    buffer.setLanguage(this.#locale)
    buffer.guessSegmentProperties()
    this.#hb.shape(this.#fontOf(file, weight), buffer)
    const scale = 1_000 / file.face.upem
    const shaped = buffer.getGlyphInfosAndPositions()
    const clusters = [...new Set(shaped.map(({ cluster }) => cluster))].sort((a, b) => a - b)
    // Of the glyphs of a letter the widest says it: dots have no width.
    const sayers = new Map<number, (typeof shaped)[number]>()
    for (const one of shaped) {
      const known = sayers.get(one.cluster)
      if (!known || (one.xAdvance ?? 0) > (known.xAdvance ?? 0)) sayers.set(one.cluster, one)
    }
    const glyphs = shaped.map((one) => {
      const { codepoint, cluster, xAdvance = 0, xOffset = 0, yOffset = 0 } = one
      const own = text.slice(cluster, clusters[clusters.indexOf(cluster) + 1] ?? end)
      return {
        id: codepoint,
        advance: xAdvance * scale,
        x: xOffset * scale,
        y: yOffset * scale,
        text: sayers.get(cluster) !== one ? '' : level % 2 === 1 ? (bidi.getMirroredCharacter(own) ?? own) : own,
      }
    })
    return { cut: { file, weight }, glyphs }
  }

  #fontOf(file: FontFile, weight: Weight): HarfBuzz.Font {
    const key = `${file.name} ${weight}`
    const font = this.#fonts.get(key) ?? new this.#hb.Font(file.face)
    if (!this.#fonts.has(key)) font.setVariations([new this.#hb.Variation('wght', weight)])
    this.#fonts.set(key, font)
    return font
  }
}

/** One character a letter where there is one, and nothing that has no shape. */
const tidied = (text: string) => text.normalize('NFC').replaceAll(invisible, ' ').toWellFormed()

const within = (pieces: readonly Piece[], start: number, end: number) =>
  pieces.flatMap((piece) => {
    const [from, to] = [Math.max(piece.start, start), Math.min(piece.end, end)]
    return from < to ? [{ ...piece, start: from, end: to }] : []
  })

/** Rule L2 of the bidirectional algorithm: from the deepest level up, each stretch of it is turned around. */
function inVisualOrder(pieces: readonly Piece[]): readonly Piece[] {
  const order = [...pieces]
  for (let level = Math.max(0, ...pieces.map((piece) => piece.level)); level >= 1; level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from
      while ((order[to]?.level ?? -1) >= level) to++
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).reverse())
      from = Math.max(from, to)
    }
  }
  return order
}

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Where a text breaks: the ends of each line, without the blanks around it. */
function brokenInto(
  text: string,
  width: number,
  locale: string,
  widthOf: (start: number, end: number) => number,
): readonly (readonly [start: number, end: number])[] {
  const trimmed = text.trimEnd().length
  if (widthOf(0, trimmed) <= width) return [[0, trimmed]]
  const lines: [number, number][] = []
  let [start, end] = [0, 0]
  for (const unit of units(text, locale)) {
    const reach = unit.start + unit.text.trimEnd().length
    if (widthOf(start, reach) <= width) {
      end = Math.max(end, reach)
      continue
    }
    if (end > start) lines.push([start, end])
    ;[start, end] = [unit.start, unit.start]
    // A word that is wider than a line breaks wherever it has to.
    for (const { segment, index } of new Intl.Segmenter(locale).segment(unit.text.trimEnd())) {
      const letter = unit.start + index + segment.length
      if (end > start && widthOf(start, letter) > width) {
        lines.push([start, end])
        start = end
      }
      end = letter
    }
  }
  if (end > start) lines.push([start, end])
  return lines
}

/** What stays together on a line: a word with the marks and blanks after it. */
function units(text: string, locale: string): readonly { readonly start: number; readonly text: string }[] {
  const found: { start: number; text: string }[] = []
  for (const { segment, index } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)) {
    const last = found.at(-1)
    const isMark = /^[\p{P}\p{S}\s]+$/u.test(segment) && !/^[\p{Ps}\p{Pi}]/u.test(segment)
    const mayBreak = last !== undefined && (/\s$/.test(last.text) || wide.test(segment) || wide.test(last.text))
    if (last && (isMark || !mayBreak || /[\p{Ps}\p{Pi}]$/u.test(last.text))) last.text += segment
    else found.push({ start: index, text: segment })
  }
  return found
}
