import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { columnOf } from '../../core/resource/fields.ts'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import { t } from '../../core/i18n/language.ts'
import { countRulesJob } from './rule-counting.server.ts'
import { ruleFields } from './rule-fields.ts'
import type { WindowResults } from './rule-windows.ts'
import { shiftRuleWindows } from './rule-windows.ts'
import { rules } from './rules.ts'
import type { RuleWindow } from './shifted-window.ts'
import { shiftedWindow } from './shifted-window.ts'

interface Windowed extends RuleWindow {
  readonly id: number
  readonly name: string
  readonly version: number
}

/** Windows lie within the years that a form takes. */
const [earliest, latest] = [Date.parse('1900-01-01T00:00:00Z'), Date.parse('2200-01-01T00:00:00Z')]

/** The fields that a copy keeps unchanged. */
const copied = Object.entries(ruleFields)
  .filter(
    ([key, field]) =>
      !('derived' in field) &&
      !('readOnly' in field) &&
      !['name', 'isEnabled', 'validFrom', 'validUntil'].includes(key),
  )
  .map(([key]) => columnOf(key))

async function copyOf(
  db: Db,
  { id }: Windowed,
  name: string,
  from: string | null,
  until: string | null,
): Promise<number> {
  const columns = sql.join(copied.map((column) => sql.ref(column)))
  const {
    rows: [made],
  } = await sql<{ id: number }>`
    insert into rules (name, is_enabled, valid_from, valid_until, ${columns})
    select ${name}, false, ${from}, ${until}, ${columns} from rules where id = ${id} returning id`.execute(db)
  if (!made) throw new Error('An insert answers with its row.')
  return made.id
}

const always: RuleWindow = { validFrom: null, validUntil: null }

/** Shifts windows by calendar days of a zone. */
export function implementShiftRuleWindows(zone: string): Implementation {
  return implement(shiftRuleWindows, async ({ db, input: { days, copies = false, ...input }, audit }) => {
    const ids = [...new Set(input.ids)]
    const { rows } = await sql<Windowed>`
    select id, name, version, valid_from as "validFrom", valid_until as "validUntil" from rules where id = any(${ids}::bigint[]) order by id for update`.execute(
      db,
    )
    const found = new Map(rows.map((row) => [row.id, row]))
    const results: WindowResults['results'] = []
    for (const id of ids) {
      const rule = found.get(id)
      const { validFrom: from, validUntil: until } = shiftedWindow(rule ?? always, days, zone)
      const isOutside = [from, until].some(
        (moment) => moment !== null && (Date.parse(moment) < earliest || Date.parse(moment) >= latest),
      )
      if (!rule) results.push({ id, ok: false, message: t('Rule not found.') })
      else if (from === null && until === null)
        results.push({ id, ok: false, message: t('It always applies, so there are no dates to shift.') })
      else if (isOutside) results.push({ id, ok: false, message: t('Choose a year from 1900 to 2199.') })
      else if (copies) {
        const name = `${rule.name.slice(0, 100)} (${days > 0 ? '+' : ''}${days} d)`
        const copyId = await copyOf(db, rule, name, from, until)
        audit.record({
          action: 'create',
          object: rules.name,
          recordId: copyId,
          title: name,
          version: 1,
          before: null,
          after: { name, copyOf: id, validFrom: from, validUntil: until, isEnabled: false },
        })
        results.push({ id, ok: true, copyId })
      } else {
        await sql`update rules set valid_from = ${from}, valid_until = ${until}, version = version + 1, updated_at = now() where id = ${id}`.execute(
          db,
        )
        audit.record({
          action: 'shift-window',
          object: rules.name,
          recordId: id,
          title: rule.name,
          version: rule.version + 1,
          before: { validFrom: rule.validFrom, validUntil: rule.validUntil },
          after: { validFrom: from, validUntil: until },
        })
        results.push({ id, ok: true })
      }
    }
    // The job counts how many events the copies affect; if it runs too early, it finds them on its schedule.
    if (copies) setTimeout(() => wakeJob(countRulesJob), 250).unref()
    return { results }
  })
}
