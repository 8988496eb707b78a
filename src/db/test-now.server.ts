// TEST_NOW=2028-02-29T12:00:00Z moves a process, its threads and its children to that moment, from which time flows on.
// The embedded database asks its thread's Date for the time, so it moves along; tests move a database of a real server
// (testing/moved-clock.server.ts). Without the setting, and in production, which refuses it, nothing happens here.

const moment = process.env['TEST_NOW']?.trim()
const isProduction = process.env['NODE_ENV'] === 'production' || process.env['MARQUEE_MODE'] === 'production'
const moved: typeof globalThis & { marqueeClockOffset?: number } = globalThis

/** Milliseconds by which the clock of this process is ahead of the machine's; 0 unless TEST_NOW moves it. */
export const clockOffset: number = moment && !isProduction ? (moved.marqueeClockOffset ??= moveClock(moment)) : 0

function moveClock(to: string): number {
  const target = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(to) ? Date.parse(to) : Number.NaN
  if (Number.isNaN(target)) throw new Error(`TEST_NOW must be a moment such as 2028-02-29T12:00:00Z, but is "${to}"`)
  const RealDate = Date
  const realNow = RealDate.now.bind(RealDate)
  // The first process says when it began: one that starts a minute later begins a minute after TEST_NOW.
  const offset = target - Number((process.env['TEST_NOW_SET_AT'] ??= String(realNow())))
  RealDate.now = () => realNow() + offset
  // A proxy and no subclass: dates that Node itself makes (structuredClone, file times) stay instances of it.
  const MovedDate = new Proxy(RealDate, {
    construct: (target, words, made) =>
      Reflect.construct(target, words.length === 0 ? [target.now()] : words, made) as object,
    apply: (target) => new target(target.now()).toString(),
  })
  Object.defineProperty(RealDate.prototype, 'constructor', { value: MovedDate, writable: true, configurable: true })
  globalThis.Date = MovedDate
  return offset
}
