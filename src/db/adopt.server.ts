import type pg from 'pg'
import type { Logger } from 'pino'
import formerLedger from './former-ledger.json' with { type: 'json' }
import { MigrationsRefused, SchemaIsNewer, SchemaIsOlder } from './migration-errors.server.ts'
import { describeSchema } from './schema-description.server.ts'

/** A migration as its file has it. */
export interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/**
 * The migrations before the schema was written down as one file for each domain (decision 0051): their names, in their
 * order, and the checksums of their files.
 */
const former = new Map(Object.entries(formerLedger))
const formerNames = [...former.keys()]
const first = formerNames.at(0) ?? ''
const last = formerNames.at(-1) ?? ''

/** The last of the files that together make what the former migrations made. Files after it are migrations as ever. */
const LAST_ADOPTED = '0013_discovery_api'

/** Where the files are tried beside the schema in use; it never outlives the transaction. */
const SCRATCH = 'marquee_adoption'
const NAMED_DIFFERENCES = 5

export function isFormer(history: ReadonlyMap<string, string>): boolean {
  return history.has(first)
}

/**
 * Takes over a database that the former migrations made, all of them: its ledger becomes that of the present files, and
 * nothing else changes. Whether its schema is what those files make is read from its catalog first. To know what they
 * make on this server, they are run in a schema of their own, which is rolled back.
 *
 * Runs within the transaction of the caller, who has the lock of migrations.
 * @throws SchemaIsOlder, SchemaIsNewer, MigrationsRefused
 */
export async function adopt(
  client: pg.ClientBase,
  history: ReadonlyMap<string, string>,
  migrations: readonly Migration[],
  log: Logger,
): Promise<void> {
  refuseOtherLedgers(history)
  const adopted = migrations.filter(({ name }) => name <= LAST_ADOPTED)
  log.info({ migration: last, files: adopted.length }, 'taking over a database that former migrations made')
  const { found, wanted } = await describeBoth(client, adopted)
  const differences = differencesOf(found, wanted)
  if (differences.length > 0) {
    throw new MigrationsRefused(
      `The schema of this database is not the one that ${last} left, so nothing was changed. ${inWords(differences)} ` +
        'Put that right, or restore a backup, and start again.',
    )
  }
  await client.query('delete from public.schema_migrations')
  await client.query(
    `insert into public.schema_migrations (name, checksum, milliseconds)
    select name, checksum, 0 from unnest($1::text[], $2::text[]) as file (name, checksum)`,
    [adopted.map(({ name }) => name), adopted.map(({ checksum }) => checksum)],
  )
}

function refuseOtherLedgers(history: ReadonlyMap<string, string>): void {
  const unknown = [...history.keys()].filter((name) => !former.has(name))
  if (unknown.length > 0) throw new SchemaIsNewer(unknown.sort())
  const edited = [...history].filter(([name, checksum]) => former.get(name) !== checksum).map(([name]) => name)
  if (edited.length > 0) {
    throw new MigrationsRefused(
      `${edited.sort().join(', ')} was another file when it ran on this database, so what it made is not known. ` +
        'Restore a backup from before, or start with an empty database.',
    )
  }
  if (history.size < former.size) throw new SchemaIsOlder([...history.keys()].sort().at(-1) ?? first, last)
}

/** The schema in use, and what the files make, as this server writes both. */
async function describeBoth(client: pg.ClientBase, migrations: readonly Migration[]) {
  await client.query('savepoint adoption')
  const {
    rows: [settings],
  } = await client.query<{ path: string }>("select current_setting('search_path') as path")
  const path = settings?.path ?? 'public'
  const found = await describeSchema(client, 'public', path)
  await client.query(`create schema ${SCRATCH}`)
  await client.query("select set_config('search_path', $1, true)", [`${SCRATCH}, ${path}`])
  for (const { sql } of migrations) await client.query(sql)
  const wanted = await describeSchema(client, SCRATCH, `${SCRATCH}, ${path}`)
  await client.query('rollback to savepoint adoption')
  return { found, wanted }
}

function differencesOf(found: ReadonlyMap<string, string>, wanted: ReadonlyMap<string, string>): string[] {
  return [...new Set([...wanted.keys(), ...found.keys()])].sort().flatMap((thing) => {
    if (!found.has(thing)) return [`${thing} is missing`]
    if (!wanted.has(thing)) return [`${thing} was added`]
    return found.get(thing) === wanted.get(thing) ? [] : [`${thing} differs`]
  })
}

function inWords(differences: readonly string[]): string {
  const more = differences.length - NAMED_DIFFERENCES
  return `${differences.slice(0, NAMED_DIFFERENCES).join(', ')}${more > 0 ? `, and ${more} more` : ''}.`
}
