import type { Authenticate } from '../../core/http/access.server.ts'
import { permissionsVersion } from '../../core/http/access.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { Open, Tell } from './live-changes.server.ts'

/**
 * Permissions older than this, in milliseconds, are never used to send anything; most changes to them arrive at once.
 */
const trustFor = 60_000
/** Streams whose permissions are read at the same moment. */
const atOnce = 4
/** Messages that can wait while permissions are read; more than that are replaced by one `missed`. */
const maxWaiting = 20

/**
 * Keeps the permissions of open streams those of this moment, and lets nothing be sent under older ones.
 *
 * @param finish ends a stream whose caller is no longer let in
 */
export function createLivePermissions(
  authenticate: Authenticate,
  finish: (open: Open, event: string, data: unknown) => void,
) {
  const toCheck = new Set<Open>()
  let checking = 0

  /** Sends a message once it is certain what the reader can see. */
  function say(open: Open, tell: Tell): void {
    if (!open.isChecking && performance.now() - open.checkedAt <= trustFor) return write(open, tell)
    if (open.waiting.length < maxWaiting) open.waiting.push(tell)
    else open.waiting.splice(0, open.waiting.length, () => ['missed', {}])
    if (!open.isChecking) recheck(open)
  }

  function recheck(open: Open): void {
    open.isChecking = true
    toCheck.add(open)
    checkNext()
  }

  function checkNext(): void {
    const [next] = toCheck
    if (!next || checking >= atOnce) return
    toCheck.delete(next)
    checking += 1
    void check(next).finally(() => {
      checking -= 1
      checkNext()
    })
  }

  async function check(open: Open): Promise<void> {
    const before = permissionsVersion(open.actor)
    try {
      open.actor = await authenticate(open.request)
    } catch (failure) {
      open.waiting.length = 0
      // A short database outage says nothing about the session, but the waiting messages are lost.
      if (failure instanceof Refusal) finish(open, 'end', { error: failure.code })
      else open.waiting.push(() => ['missed', {}])
      open.checkedAt = -Infinity
      open.isChecking = false
      return
    }
    if (permissionsVersion(open.actor) !== before) open.stream.send('permissions', {})
    // Another change arrived after this was read.
    if (toCheck.has(open)) return
    open.checkedAt = performance.now()
    open.isChecking = false
    watchLapse(open)
    for (const tell of open.waiting.splice(0)) write(open, tell)
  }

  /** Temporary access ends by itself, without a notice. */
  function watchLapse(open: Open): void {
    clearTimeout(open.lapse)
    const until = open.actor.elevation?.until
    if (until === undefined) return
    const left = Math.min(Math.max(0, Date.parse(until) - Date.now()) + 50, 24 * 3_600_000)
    open.lapse = setTimeout(() => recheck(open), left).unref()
  }

  /** A stream has ended. */
  function forget(open: Open): void {
    clearTimeout(open.lapse)
    toCheck.delete(open)
  }

  return { say, recheck, watchLapse, forget }
}

function write(open: Open, tell: Tell): void {
  const told = tell(open)
  if (told) open.stream.send(...told)
}
