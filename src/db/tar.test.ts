import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { extract, readTar, tarEnd, tarEntry, tarFile } from './tar.server.ts'
import { makeDataDir } from './testing/embedded-database.server.ts'

let folder: string
beforeEach(async () => {
  folder = await makeDataDir('tar')
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function bytesOf(...parts: (Iterable<Buffer> | AsyncIterable<Buffer>)[]): Promise<Buffer> {
  const chunks: Buffer[] = []
  for (const part of parts) for await (const chunk of part) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** In pieces of odd sizes, as they come from a stream. */
function inPieces(bytes: Buffer): AsyncIterable<Buffer> {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 1000) pieces.push(bytes.subarray(at, at + 1000))
  return Readable.from(pieces)
}

async function archive(): Promise<Buffer> {
  const large = join(folder, 'large')
  writeFileSync(large, Buffer.alloc(3_000_001, 'ab'))
  return bytesOf(
    tarEntry('empty', null), tarEntry('nothing', Buffer.alloc(0)), tarEntry('words', Buffer.from('día\n')),
    tarFile('deep/down/large', large), tarFile('gone', join(folder, 'was never there')), [tarEnd()],
  )
}

it('an archive gives back its files and folders', async () => {
  const target = join(folder, 'out')
  mkdirSync(target)
  for await (const item of readTar(inPieces(await archive()))) await extract(item, target)
  expect(statSync(join(target, 'empty')).isDirectory()).toBe(true)
  expect(readFileSync(join(target, 'nothing')).length).toBe(0)
  expect(readFileSync(join(target, 'words'), 'utf8')).toBe('día\n')
  expect(readFileSync(join(target, 'deep/down/large')).equals(Buffer.alloc(3_000_001, 'ab'))).toBe(true)
  expect(statSync(join(target, 'words')).mode & 0o777).toBe(0o600)
})

it('an archive is one that tar itself reads', async () => {
  const file = join(folder, 'archive.tar')
  writeFileSync(file, await archive())
  expect(execFileSync('tar', ['-tf', file]).toString().trim().split('\n'))
    .toEqual(['empty/', 'nothing', 'words', 'deep/down/large'])
  expect(execFileSync('tar', ['-xOf', file, 'words']).toString()).toBe('día\n')
})

it('what is cut short or damaged is noticed', async () => {
  const whole = await archive()
  const read = async (bytes: Buffer) => {
    for await (const _item of readTar(inPieces(bytes))) { /* contents are skipped */ }
  }
  await read(whole)
  for (const length of [0, 100, 512, 5000, 2_000_000, whole.length - 1024]) {
    await expect(read(whole.subarray(0, length))).rejects.toThrow('The backup is incomplete')
  }
  const damaged = Buffer.from(whole)
  damaged[3] = 1
  await expect(read(damaged)).rejects.toThrow('damaged or is not a backup')
})

it('no entry gets out of its folder', async () => {
  const target = join(folder, 'out')
  mkdirSync(target)
  for (const name of ['../evil', 'a/../../evil', '/../../evil']) {
    const bytes = await bytesOf(tarEntry(name, Buffer.from('x')), [tarEnd()])
    await expect((async () => {
      for await (const item of readTar(inPieces(bytes))) await extract(item, target)
    })()).rejects.toThrow('unsafe name')
  }
})
