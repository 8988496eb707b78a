import { sql } from 'kysely'
import type { Logger } from 'pino'
import { errorText } from '../../core/jobs/error-text.ts'
import type { Db } from '../../db/tables.server.ts'
import type { RunLogLine } from './workers.endpoints.ts'

/** Lines of a run that are kept, and characters of one. */
const keptLines = 200
const maxText = 300

const levels = { debug: 'info', info: 'info', warn: 'warning', error: 'error' } as const
type Method = keyof typeof levels
/** What goes first where there are too many lines: a warning explains a failure, step 9,000 of a long run does not. */
const dispensable = ['info', 'warning', 'error'] as const
const isMethod = (key: unknown): key is Method => typeof key === 'string' && Object.hasOwn(levels, key)

/** What one run has said. */
export class RunLog {
  #lines: RunLogLine[] = []
  #said = 0
  #written = 0

  add(level: RunLogLine['level'], text: string): void {
    this.#said++
    this.#lines.push({ at: new Date().toISOString(), level, text })
    if (this.#lines.length <= keptLines) return
    for (const least of dispensable) {
      const oldest = this.#lines.findIndex((line) => line.level === least)
      if (oldest >= 0) return void this.#lines.splice(oldest, 1)
    }
  }

  /** Passes on everything to the log of the server, and keeps it as well: what that leaves out by its level too. */
  kept(log: Logger): Logger {
    return new Proxy(log, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key)
        if (key === 'child') return (about: object) => this.kept(target.child(about) as Logger)
        if (!isMethod(key)) return typeof value === 'function' ? value.bind(target) : value
        return (...said: Parameters<Logger['info']>) => {
          target[key](...said)
          this.add(levels[key], textOf(said))
        }
      },
    })
  }

  /** Writes it down where there is something new, in one statement. One that comes late leaves what has more lines as it is. */
  async write(db: Db, id: number): Promise<void> {
    const said = this.#said
    if (said === this.#written) return
    await sql`
      insert into job_run_logs (run_id, lines, said) values (${id}, ${JSON.stringify(this.#lines)}::jsonb, ${said})
      on conflict (run_id) do update set lines = excluded.lines, said = excluded.said where job_run_logs.said < excluded.said`.execute(
      db,
    )
    this.#written = said
  }
}

/** A message with what it is about: `Email sent (message 12)`. Values that can be personal are taken out as they are of errors. */
function textOf(said: readonly unknown[]): string {
  const [first, second] = said
  if (typeof first === 'string') return cut(errorText(first))
  const { err, ...facts } = (first ?? {}) as Readonly<Record<string, unknown>>
  const about = Object.entries(facts)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([key, value]) => `${key} ${String(value)}`)
  const what = `${typeof second === 'string' ? second : 'No message'}${about.length > 0 ? ` (${about.join(', ')})` : ''}`
  return cut(`${errorText(what)}${err === undefined ? '' : `: ${errorText(err)}`}`)
}

const cut = (text: string) => (text.length <= maxText ? text : `${text.slice(0, maxText - 1)}…`).toWellFormed()

export async function runLogOf(
  db: Db,
  name: string,
  run: number | null,
): Promise<{ lines: RunLogLine[]; dropped: number } | null> {
  const { rows } = await sql<{ lines: RunLogLine[]; dropped: number }>`
    select coalesce(l.lines, '[]') as lines, coalesce(l.said - jsonb_array_length(l.lines), 0) as dropped
    from job_runs r left join job_run_logs l on l.run_id = r.id where r.id = ${run} and r.name = ${name}`.execute(db)
  return rows[0] ?? null
}
