import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'

// Just enough of the tar format (POSIX ustar) for a database's folder: files and folders with short ASCII
// names, each below 8 GB. https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06

const BLOCK = 512
const CHUNK = 1024 * 1024
const MAX_SIZE = 8 ** 11 - 1

/** A file's bytes given directly, or `null` for a folder. */
export function* tarEntry(name: string, content: Buffer | null): Generator<Buffer> {
  yield header(name, content?.length ?? 0, content === null)
  if (content && content.length > 0) yield Buffer.concat([content, padding(content.length)])
}

/**
 * A file that others may write to meanwhile: exactly as many bytes as it had at first, cut or filled with
 * zeros. One that disappeared before it could be opened is left out.
 */
export async function* tarFile(name: string, path: string): AsyncGenerator<Buffer> {
  const file = await open(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (!file) return
  try {
    const { size } = await file.stat()
    yield header(name, size, false)
    let left = size
    while (left > 0) {
      const chunk = Buffer.alloc(Math.min(CHUNK, left))
      await fill(file, chunk)
      left -= chunk.length
      yield chunk
    }
    yield padding(size)
  } finally {
    await file.close()
  }
}

/** What ends an archive; its absence tells that the rest is missing. */
export function tarEnd(): Buffer {
  return Buffer.alloc(2 * BLOCK)
}

/**
 * Reads an archive and hands out its entries in order. Each entry's `content` is to be read to its end before
 * the next entry is asked for; what is left unread is skipped.
 * @throws Error when the archive is cut short or is no tar archive
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarItem> {
  const bytes = new ByteReader(source)
  for (;;) {
    const block = await bytes.exactly(BLOCK)
    if (block.every((byte) => byte === 0)) return
    const item = parseHeader(block)
    let left = item.size
    const content = (async function* read(): AsyncGenerator<Buffer> {
      while (left > 0) {
        const chunk = await bytes.upTo(left)
        left -= chunk.length
        yield chunk
      }
    })()
    yield { ...item, content }
    while (left > 0) left -= (await bytes.upTo(left)).length
    await bytes.exactly(padding(item.size).length)
  }
}

export interface TarItem {
  readonly name: string
  readonly size: number
  readonly isFolder: boolean
  readonly content: AsyncGenerator<Buffer>
}

/** Writes one entry below `folder`, for its owner alone. Refuses names that lead out of it. */
export async function extract(item: TarItem, folder: string): Promise<void> {
  const path = normalize(join(folder, item.name))
  if (!path.startsWith(folder + sep)) {
    throw new Error(`The backup holds a file with an unsafe name: ${item.name}`)
  }
  await mkdir(item.isFolder ? path : dirname(path), { recursive: true, mode: 0o700 })
  if (item.isFolder) return
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of item.content) await file.write(chunk)
  } finally {
    await file.close()
  }
}

async function fill(file: FileHandle, chunk: Buffer): Promise<void> {
  let filled = 0
  while (filled < chunk.length) {
    const { bytesRead } = await file.read(chunk, filled, chunk.length - filled)
    if (bytesRead === 0) return
    filled += bytesRead
  }
}

function padding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
}

function header(name: string, size: number, isFolder: boolean): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`A file name is too long for a backup: ${name}`)
  if (size > MAX_SIZE) throw new Error(`A file is too large for a backup: ${name}`)
  const block = Buffer.alloc(BLOCK)
  block.write(isFolder ? `${name}/`.slice(0, 100) : name, 0)
  block.write(isFolder ? '0000700' : '0000600', 100)
  block.write('0000000', 108)
  block.write('0000000', 116)
  block.write(size.toString(8).padStart(11, '0'), 124)
  block.write(Math.floor(Date.now() / 1000).toString(8).padStart(11, '0'), 136)
  block.write('        ', 148)
  block.write(isFolder ? '5' : '0', 156)
  block.write('ustar\u000000', 257)
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\u0000 `, 148)
  return block
}

function parseHeader(block: Buffer): Omit<TarItem, 'content'> {
  const stored = Number.parseInt(block.toString('ascii', 148, 154), 8)
  const blank = Buffer.from(block)
  blank.write('        ', 148)
  if (block.toString('ascii', 257, 262) !== 'ustar' || stored !== checksum(blank)) {
    throw new Error('The file is damaged or is not a backup.')
  }
  const name = block.toString('utf8', 0, block.indexOf(0) < 100 ? block.indexOf(0) : 100)
  const isFolder = block.toString('ascii', 156, 157) === '5'
  const size = Number.parseInt(block.toString('ascii', 124, 135), 8)
  return { name: name.replace(/\/$/, ''), size, isFolder }
}

function checksum(block: Buffer): number {
  return block.reduce((sum, byte) => sum + byte, 0)
}

/** Cuts a stream of chunks of any size into the sizes asked for. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  async upTo(size: number): Promise<Buffer> {
    while (this.#held.length === 0) {
      const { done, value } = await this.#chunks.next()
      if (done) throw new Error('The backup is incomplete: the file ends too early.')
      this.#held = value
    }
    const taken = this.#held.subarray(0, size)
    this.#held = this.#held.subarray(taken.length)
    return taken
  }

  async exactly(size: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = size; left > 0;) {
      const part = await this.upTo(left)
      parts.push(part)
      left -= part.length
    }
    return Buffer.concat(parts)
  }
}
