import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import { upload } from './image.server.ts'

export let server: TestServer
export let admin: Client
export let editor: Client
export let reader: Client
let dataDir: string

export interface Stored {
  readonly id: number
  readonly version: number
  readonly width: number
  readonly height: number
  readonly bytes: number
  readonly mediaType: string
  readonly sha256: string
  readonly isUsed: boolean
}

/** Starts the product for the tests of a file, and stops it after them. */
export function serveImages(): void {
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'marquee-images-'))
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'images', env: { DATA_DIR: dataDir } })
    admin = await server.signIn('admin')
    editor = await server.signIn('catalogue-editor')
    reader = await server.signIn('read-only')
  })
  afterAll(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
}

export async function made(bytes: Buffer, name?: string): Promise<Stored> {
  const reply = await upload(editor, bytes, name)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as Stored
}

export const folder = () => join(dataDir, 'images')
export async function filesIn(): Promise<string[]> {
  return existsSync(folder()) ? (await readdir(folder(), { recursive: true })).sort() : []
}
