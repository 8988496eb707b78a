import { readToken } from './cookies.web.ts'
import { readViewAs } from './view-as.web.ts'

/**
 * Calls that the document's own script has made while the console's were on their way (src/app/console/index.html), by
 * path, with the token and the role of that moment.
 */
interface EarlyCalls {
  readonly token: string
  readonly view: string | null
  readonly answers: Record<string, Promise<Response>>
  /** The list that the page shows, and the rows that it is expected to open with. */
  rows?: EarlyRows
}

interface EarlyRows {
  readonly of: string
  readonly answer: Promise<Response>
  /** Null until they have been read. */
  opening?: OpeningRows | null
}

interface OpeningRows {
  readonly response: Response
  readonly body: unknown
}

declare global {
  interface Window {
    earlyCalls?: EarlyCalls
  }
}

/** How long after the page was asked for its rows still count as current, in milliseconds. */
const rowsKept = 30_000

/**
 * The answer to a GET that was made early, once; null without one, or when another person has signed in since. `ask`
 * makes the call, for rows that turn out to be other ones.
 */
export function takeEarlyAnswer(
  address: string,
  signal: AbortSignal | null | undefined,
  ask: () => Promise<Response>,
): Promise<Response> | null {
  const early = typeof window === 'undefined' ? undefined : window.earlyCalls
  if (!early) return null
  const { pathname, search, searchParams } = new URL(address)
  const answer = early.answers[pathname + search]
  delete early.answers[pathname + search]
  const { rows } = early
  if (rows) void readAhead(rows)
  const areRows = rows?.of === pathname && searchParams.has('range')
  if (areRows) delete early.rows
  if (!isOwn(early)) return null
  if (answer) return signal ? orAborted(answer, signal) : answer
  if (!areRows || performance.now() > rowsKept) return null
  const found = rows.answer.then(
    (response) => isAnswerTo(searchParams, response),
    () => false,
  )
  return (signal ? orAborted(found, signal) : found).then((isFound) => (isFound ? rows.answer : ask()))
}

/** Reads the rows as they come in, so that a list that is drawn after that needs no second drawing. */
async function readAhead(rows: EarlyRows): Promise<void> {
  if (rows.opening !== undefined) return
  rows.opening = null
  try {
    const response = await rows.answer
    if (response.status === 200) rows.opening = { response, body: (await response.clone().json()) as unknown }
  } catch {
    // The list asks by itself, and says what fails.
  }
}

/** The rows of the GET call at `path`, once, where they are there already: they can be drawn at once. */
export function takeOpeningRows(path: string, params: Readonly<Record<string, string>>): OpeningRows | null {
  const early = typeof window === 'undefined' ? undefined : window.earlyCalls
  const opening = early?.rows?.of === path && early.rows.opening
  if (!opening || !isOwn(early) || performance.now() > rowsKept) return null
  if (!isAnswerTo(new URLSearchParams(params), opening.response)) return null
  delete early.rows
  return opening
}

/** Whether the calls were made for who is signed in now, as the role that the console is viewed as now. */
const isOwn = (early: EarlyCalls) => early.token === readToken() && early.view === readViewAs()

/** Whether rows are those that were asked for. They can have more fields; where they lack some, the next visit asks for them. */
function isAnswerTo(asked: URLSearchParams, response: Response): boolean {
  const location = response.status === 200 ? response.headers.get('Content-Location') : null
  if (location === null) return false
  const given = new URL(location, window.location.origin).searchParams
  if (['filter', 'sort', 'range', 'q', 'cursor'].some((name) => given.get(name) !== asked.get(name))) return false
  const there = fieldsIn(given)
  const wanted = fieldsIn(asked)
  if (wanted.every((field) => there.includes(field))) return true
  try {
    localStorage.setItem(`opening-fields ${window.location.pathname}`, JSON.stringify(wanted))
  } catch {
    // The next visit asks twice as well.
  }
  return false
}

function fieldsIn(params: URLSearchParams): readonly unknown[] {
  const fields: unknown = JSON.parse(params.get('fields') ?? '[]')
  return Array.isArray(fields) ? fields : []
}

async function orAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
  })
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([answer, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
