import { chmod, lstat, mkdtemp, readlink, rm, symlink } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { json } from 'node:stream/consumers'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { dataPaths, DataRefused } from './data-dir.server.ts'

// The embedded database belongs to one process, so command-line tools ask the running server to do their work. They
// find it by a unix socket in the data directory, which only the same user of the machine (and root) can open.

/** `say` sends a line of progress to the person waiting at the command line. The result must be JSON. */
type ControlCommand = (input: unknown, say: (line: string) => void) => Promise<unknown>
export type ControlCommands = Readonly<Record<string, ControlCommand>>

/** The reply's format, one JSON object a line: any number of lines, then the result or the failure. */
const replyShape = z.union([
  z.object({ line: z.string() }),
  z.object({ result: z.unknown() }),
  z.object({ failure: z.object({ name: z.string(), message: z.string() }) }),
])
type Reply = z.infer<typeof replyShape>

/** A command failed inside the server. The message is for the person at the command line. */
export class ControlFailure extends Error {
  override readonly name = 'ControlFailure'
  /** The name of the error that the command threw. */
  readonly kind: string

  constructor(kind: string, message: string) {
    super(message)
    this.kind = kind
  }
}

export interface ControlSocket {
  /** Waits for the commands under way, unless forced. */
  close(options?: { force?: boolean }): Promise<void>
}

/** sun_path has room for 108 bytes on Linux and 104 on macOS, its closing NUL included. */
const LONGEST_PATH = 100

/**
 * Offers commands to tools on the same machine until it is closed. One server per data directory: a socket
 * that a dead one left is replaced.
 * @throws DataRefused when another process answers on the socket
 */
export async function startControlSocket(
  dataDir: string,
  commands: ControlCommands,
  log: Logger,
): Promise<ControlSocket> {
  const link = resolve(dataPaths(dataDir).control)
  const present = await socketOf(link)
  if (present && (await answers(present))) {
    throw new DataRefused(`Another server already answers on ${link}. Stop it first.`)
  }
  await removeSocket(link)
  // A path too long for a socket gets one in a folder of our own under the temporary directory, and a link to
  // it.
  const isShort = Buffer.byteLength(link) <= LONGEST_PATH
  const path = isShort ? link : join(await mkdtemp(join(tmpdir(), 'marquee-')), 'control.sock')

  const server = createServer((incoming, response) => {
    void run(commands, incoming, response, log).catch((error: unknown) => {
      log.error({ err: error }, 'a command of the control socket broke off')
      response.destroy()
    })
  })
  server.requestTimeout = 0
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(path, done)
  })
  await chmod(path, 0o600)
  if (!isShort) await symlink(path, link)
  return {
    async close({ force = false } = {}) {
      await new Promise<void>((done) => {
        server.close(() => done())
        if (force) server.closeAllConnections()
      })
      await removeSocket(link)
    },
  }
}

/**
 * Runs a command on the running server. `say` gets each line of progress.
 * @returns null when no server runs on this data directory, else an object with the command's result
 * @throws ControlFailure when the command failed, or the server ended in the middle of it
 */
export async function callControl(
  dataDir: string,
  command: string,
  input: unknown,
  say: (line: string) => void = () => {},
): Promise<{ result: unknown } | null> {
  const path = await socketOf(resolve(dataPaths(dataDir).control))
  if (!path) return null
  const response = await post(path, `/${encodeURIComponent(command)}`, JSON.stringify(input ?? null))
  if (!response) return null
  try {
    for await (const text of createInterface({ input: response })) {
      const reply = replyShape.parse(JSON.parse(text))
      if ('line' in reply) say(reply.line)
      else if ('failure' in reply) throw new ControlFailure(reply.failure.name, reply.failure.message)
      else return { result: reply.result }
    }
  } catch (error) {
    if (error instanceof ControlFailure) throw error
    throw brokenOff()
  }
  throw brokenOff()
}

function brokenOff(): ControlFailure {
  return new ControlFailure('BrokenOff', 'The server ended before it had answered. Look at its log, then try again.')
}

async function run(
  commands: ControlCommands,
  incoming: IncomingMessage,
  response: ServerResponse,
  log: Logger,
): Promise<void> {
  const name = decodeURIComponent((incoming.url ?? '/').slice(1))
  const send = (reply: Reply) => {
    response.write(`${JSON.stringify(reply)}\n`)
  }
  response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders()
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    send({ failure: { name: 'UnknownCommand', message: `The running server knows no command "${name}".` } })
  } else {
    log.info({ command: name }, 'running a command from the control socket')
    try {
      const result = await command(await json(incoming), (line) => send({ line }))
      send({ result: result ?? null })
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error))
      log.warn({ err: failure, command: name }, 'a command from the control socket failed')
      send({ failure: { name: failure.name, message: failure.message } })
    }
  }
  response.end()
}

/** Null when no server listens there. */
function post(socketPath: string, path: string, body: string): Promise<IncomingMessage | null> {
  return new Promise((done, fail) => {
    const outgoing = request({
      socketPath,
      path,
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    })
    outgoing.once('response', done)
    outgoing.once('error', (error) => {
      const isNobody = 'code' in error && (error.code === 'ENOENT' || error.code === 'ECONNREFUSED')
      if (isNobody) done(null)
      else fail('code' in error && error.code === 'ECONNRESET' ? brokenOff() : error)
    })
    outgoing.end(body)
  })
}

/** Null when there can be none: the path is too long for a socket, and no link leads to another. */
async function socketOf(link: string): Promise<string | null> {
  const path = await readlink(link).catch(() => link)
  return Buffer.byteLength(path) <= LONGEST_PATH ? path : null
}

function answers(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
}

async function removeSocket(link: string): Promise<void> {
  const found = await lstat(link).catch(() => null)
  if (found?.isSymbolicLink()) {
    const folder = dirname(await readlink(link))
    // Only a folder that this module made.
    if (folder.startsWith(join(tmpdir(), 'marquee-'))) await rm(folder, { recursive: true, force: true })
  }
  await rm(link, { force: true })
}
