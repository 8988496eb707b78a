import { existsSync, statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { callControl, type ControlCommands, ControlFailure, startControlSocket } from './control-socket.server.ts'
import { makeDataDir, silent } from './testing/embedded-database.server.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await makeDataDir('control')
})
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true })
})

const commands: ControlCommands = {
  double: async (input) => ({ doubled: Number(input) * 2 }),
  nothing: async () => {},
  refuse: async () => {
    const error = new Error('The disk is full.')
    error.name = 'BackupRefused'
    throw error
  },
}

it('a tool gets progress while the command runs, then its result', async () => {
  // The command goes on only once its caller has read the first line, so a reply sent in one piece never ends.
  const read = Promise.withResolvers<void>()
  const double: ControlCommands[string] = async (input, say) => {
    say('first line')
    await read.promise
    say('second "line"')
    return { doubled: Number(input) * 2 }
  }
  const server = await startControlSocket(dataDir, { ...commands, double }, silent)
  const lines: string[] = []
  const result = await callControl(dataDir, 'double', 21, (line) => {
    lines.push(line)
    read.resolve()
  })
  expect(result).toEqual({ result: { doubled: 42 } })
  expect(lines).toEqual(['first line', 'second "line"'])
  expect(await callControl(dataDir, 'nothing', undefined)).toEqual({ result: null })
  await server.close()
})

it('a failure arrives with its name and its words', async () => {
  const server = await startControlSocket(dataDir, commands, silent)
  const failure = await callControl(dataDir, 'refuse', {}).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ControlFailure)
  expect(failure).toMatchObject({ kind: 'BackupRefused', message: 'The disk is full.' })
  await expect(callControl(dataDir, 'toString', {})).rejects.toThrow('knows no command "toString"')
  await server.close()
})

it('without a server there is null, also where a killed one left its socket', async () => {
  expect(await callControl(dataDir, 'double', 1)).toBe(null)
  const server = await startControlSocket(dataDir, commands, silent)
  await server.close()
  expect(existsSync(join(dataDir, 'control.sock'))).toBe(false)
  expect(await callControl(dataDir, 'double', 1)).toBe(null)
})

it('only the same user can open the socket', async () => {
  const server = await startControlSocket(dataDir, commands, silent)
  expect(statSync(join(dataDir, 'control.sock')).mode & 0o777).toBe(0o600)
  await server.close()
})

it('a second server on the same directory is refused, and the first goes on', async () => {
  const server = await startControlSocket(dataDir, commands, silent)
  await expect(startControlSocket(dataDir, commands, silent)).rejects.toThrow('Another server already answers')
  expect(await callControl(dataDir, 'double', 1)).toEqual({ result: { doubled: 2 } })
  await server.close()
})

it('works in a directory whose path is too long for a socket, with a space in it', async () => {
  const deep = join(dataDir, 'a folder with a rather long name '.repeat(5).trim())
  await mkdir(deep)
  const server = await startControlSocket(deep, commands, silent)
  expect(await callControl(deep, 'double', 4)).toEqual({ result: { doubled: 8 } })
  await server.close()
  expect(await callControl(deep, 'double', 4)).toBe(null)
})

it('a server that ends in the middle is distinguished from one that answered', async () => {
  const server = await startControlSocket(dataDir, { endless: () => new Promise(() => {}) }, silent)
  const waiting = callControl(dataDir, 'endless', null).catch((error: unknown) => error)
  await sleep(50)
  await server.close({ force: true })
  expect(await waiting).toMatchObject({ message: expect.stringContaining('The server ended before it had answered') })
})
