import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

/** What a log line must never contain, wherever it sits. Query strings are left out by the request's own serializer. */
const secrets = ['token', 'googleToken', 'sid', 'cookie', 'authorization', 'password', 'secret']
  .flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  .concat([
    'headers["x-token"]',
    'headers["x-xsrf-token"]',
    'headers["set-cookie"]',
    '*.headers["x-token"]',
    '*.headers["x-xsrf-token"]',
    '*.headers["set-cookie"]',
  ])

/**
 * The log: one JSON object a line on standard output. Errors of the database are reduced to what names the fault,
 * because their texts quote values.
 */
export function createLog(options: { level?: string; destination?: DestinationStream } = {}): Logger {
  return pino(
    {
      level: options.level ?? 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secrets, censor: '[redacted]' },
      serializers: { err: describeError },
    },
    options.destination ?? pino.destination(1),
  )
}

function describeError(error: unknown): unknown {
  if (!isErrorLike(error)) return { message: String(error) }
  const code = 'code' in error ? error.code : undefined
  if ('severity' in error && typeof code === 'string') {
    const detail = (name: string): unknown =>
      name in error ? (error as unknown as Record<string, unknown>)[name] : undefined
    return {
      type: 'DatabaseError',
      code,
      constraint: detail('constraint'),
      table: detail('table'),
      routine: detail('routine'),
      stack: framesOf(error),
    }
  }
  return {
    type: error.name ?? 'Error',
    code,
    message: error.message,
    stack: framesOf(error),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

interface ErrorLike {
  readonly name?: string
  readonly message: string
  readonly stack?: string
  readonly cause?: unknown
}

/** True for errors, and for the way the job queue reports them: their properties, of no class. */
function isErrorLike(error: unknown): error is ErrorLike {
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
}

/** The stack without its first lines, which repeat the message. */
function framesOf(error: ErrorLike): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n')
}
