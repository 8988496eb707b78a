import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Cut } from './typesetting.server.ts'

/** As Node has it; the types of Node leave it out. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array): Promise<{ readonly instance: { readonly exports: unknown } }>
}

/** What of HarfBuzz’s subsetter is used. Addresses and numbers are those of its memory. */
interface Subsetter {
  readonly memory: { readonly buffer: ArrayBuffer }
  _initialize?(): void
  malloc(bytes: number): number
  free(address: number): void
  hb_blob_create(data: number, length: number, mode: number, user: number, destroy: number): number
  hb_blob_destroy(blob: number): void
  hb_blob_get_data(blob: number, length: number): number
  hb_blob_get_length(blob: number): number
  hb_face_create(blob: number, index: number): number
  hb_face_destroy(face: number): void
  hb_face_reference_blob(face: number): number
  hb_set_add(set: number, value: number): void
  hb_subset_input_create_or_fail(): number
  hb_subset_input_destroy(input: number): void
  hb_subset_input_glyph_set(input: number): number
  hb_subset_input_set(input: number, which: number): number
  hb_subset_input_set_flags(input: number, flags: number): void
  hb_subset_input_pin_axis_location(input: number, face: number, axis: number, value: number): number
  hb_subset_or_fail(face: number, input: number): number
}

const writable = 2
const [noHinting, retainGlyphIds] = [1, 2]
const dropTables = 3
/** Shaping is done: what it needed would only make files larger. */
const unneeded = ['GSUB', 'GPOS', 'GDEF', 'STAT', 'name', 'post', 'OS/2', 'cmap']

let loading: Promise<Subsetter> | undefined

/** The glyphs of a font at its weight, under their own numbers, as TrueType. */
export async function subsetOf({ file, weight }: Cut, glyphs: Iterable<number>): Promise<Uint8Array> {
  loading ??= load()
  const hb = await loading
  const data = hb.malloc(file.bytes.length)
  new Uint8Array(hb.memory.buffer).set(file.bytes, data)
  const blob = hb.hb_blob_create(data, file.bytes.length, writable, 0, 0)
  const face = hb.hb_face_create(blob, 0)
  const input = hb.hb_subset_input_create_or_fail()
  try {
    const wanted = hb.hb_subset_input_glyph_set(input)
    for (const glyph of glyphs) hb.hb_set_add(wanted, glyph)
    const dropped = hb.hb_subset_input_set(input, dropTables)
    for (const table of unneeded) hb.hb_set_add(dropped, tagOf(table))
    hb.hb_subset_input_set_flags(input, noHinting | retainGlyphIds)
    hb.hb_subset_input_pin_axis_location(input, face, tagOf('wght'), weight)
    const subset = hb.hb_subset_or_fail(face, input)
    if (subset === 0) throw new Error(`No subset of the font ${file.name} can be made.`)
    const result = hb.hb_face_reference_blob(subset)
    const [start, length] = [hb.hb_blob_get_data(result, 0), hb.hb_blob_get_length(result)]
    const bytes = new Uint8Array(hb.memory.buffer).slice(start, start + length)
    hb.hb_blob_destroy(result)
    hb.hb_face_destroy(subset)
    return bytes
  } finally {
    hb.hb_subset_input_destroy(input)
    hb.hb_face_destroy(face)
    hb.hb_blob_destroy(blob)
    hb.free(data)
  }
}

async function load(): Promise<Subsetter> {
  const path = fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'))
  const { instance } = await WebAssembly.instantiate(await readFile(path))
  // Edge: the compiler does not know what a module of another language exports.
  const subsetter = instance.exports as Subsetter
  subsetter._initialize?.()
  return subsetter
}

const tagOf = (tag: string) => [...tag.padEnd(4)].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0)
