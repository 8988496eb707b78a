import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import type { TicketAdapterFacts } from './ticket-adapter.ts'

/** An event that a simulator sells. Its number says which tickets it has and how its answers go wrong. */
interface SampleEvent {
  readonly number: number
  readonly name: string
  readonly venue: string
  readonly city: string
  readonly date: string
  /** Null: not confirmed yet. */
  readonly time: string | null
}

type ProviderKey = TicketAdapterFacts['key']

let demo: Db | null = null

/** Has simulators sell what the demo has, so that a provider's events are about ours. */
export function sellDemoEvents(db: Db): void {
  demo = db
}

const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)

/** What we have nothing of. */
const strangers = (): SampleEvent[] => [
  {
    number: 7_900_002,
    name: 'Harbour Lights Regatta Gala',
    venue: 'Pier 9',
    city: 'Anywhere',
    date: day(34),
    time: '19:00',
  },
  {
    number: 7_900_004,
    name: 'Night of the Brass Bands',
    venue: 'Old Mill',
    city: 'Anywhere',
    date: day(52),
    time: '20:30',
  },
  { number: 7_900_006, name: 'Winter Circus on Ice', venue: 'Ice Palace', city: 'Anywhere', date: day(75), time: null },
]

interface Ours {
  readonly id: number
  readonly code: string | null
  readonly name: string
  readonly venue: string
  readonly city: string
  readonly date: string
  readonly time: string | null
  readonly isTheatre: boolean
}

const maxEvents = 24

/** Most events as we call them; some under a longer name, an hour later, or with answers that go wrong. */
export async function sampleCatalogue(provider: ProviderKey, db = demo): Promise<SampleEvent[]> {
  if (db === null) return strangers()
  const { rows } = await sql<Ours>`
    select p.id, (select c ->> 'code' from jsonb_array_elements(p.provider_codes) as c where c ->> 'provider' = s.code limit 1) as code, e.name, v.name as venue,
      c.name as city, p.local_date as date, to_char(p.local_time, 'HH24:MI') as time, g.layout = 'theatre' as "isTheatre"
    from performances p join events e on e.id = p.event_id join venues v on v.id = p.venue_id join cities c on c.id = p.city_id
      join venue_configurations g on g.id = p.venue_configuration_id join providers s on s.code = ${provider}
    where p.starts_at > now() and p.status = 'onsale' and p.currency = s.currency
      and (p.id % 4 = 1 or p.provider_codes @> jsonb_build_array(jsonb_build_object('provider', s.code)))
      and exists (select from venue_sections x where x.venue_configuration_id = g.id)
    order by p.provider_codes @> jsonb_build_array(jsonb_build_object('provider', s.code)) desc, p.id limit ${maxEvents}`.execute(
    db,
  )
  return [...rows.map(asSold), ...strangers()]
}

function asSold({ id, code, isTheatre, name, time, ...event }: Ours): SampleEvent {
  const parity = isTheatre ? 1 : 0
  if (code !== null) return { ...event, name, time, number: Number.parseInt(code, 10) }
  const kind = Math.floor(id / 4) % 8
  // Without a price, and cut off.
  const odd = kind === 6 ? 9_000_000 : kind === 7 ? 9_090_200 : null
  return {
    ...event,
    number: odd === null ? 7_400_000 + id * 2 + parity : odd + (id % 50) * 2 + parity,
    name: kind === 1 || kind === 2 ? `${name} – Live in ${event.city}` : name,
    time: kind === 3 && time !== null ? `${String((Number(time.slice(0, 2)) + 3) % 24).padStart(2, '0')}:00` : time,
  }
}
