/** The database has migrations that this code does not know: a newer version has been here. */
export class SchemaIsNewer extends Error {
  override readonly name = 'SchemaIsNewer'
  readonly unknown: readonly string[]

  constructor(unknown: readonly string[]) {
    super(
      `The database was changed by a newer version of Marquee: it has ${unknown.join(', ')}, which this version ` +
        'does not know. Start the newer version, or restore a backup made before it.',
    )
    this.unknown = unknown
  }
}

/** The database is from a time whose migrations this code no longer has. */
export class SchemaIsOlder extends Error {
  override readonly name = 'SchemaIsOlder'

  constructor(at: string, wanted: string) {
    super(
      `This database is at ${at}, which is too old for this version of Marquee. Start the last version whose ` +
        `migrations end at ${wanted} once, then this one.`,
    )
  }
}

/** The files and what the database remembers of them do not go together. */
export class MigrationsRefused extends Error {
  override readonly name = 'MigrationsRefused'
}
