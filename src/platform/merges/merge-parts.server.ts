import type { Db } from '../../db/tables.server.ts'

export interface Reference {
  readonly table: string
  readonly column: string
  readonly isList: boolean
}

/** Of a merge: the ids of the one that stays and of the one that goes. */
export interface Pair {
  readonly survivor: number
  readonly duplicate: number
}

/** A row as the database writes it as JSON, by column. */
export type Json = Readonly<Record<string, unknown>>

/** What comes to lists, by the key of the field. */
export type Lists = Readonly<Record<string, readonly unknown[]>>

/** Rows that both records have, so that those of the one that goes go with it. By table, as they were. */
export type CollapsedRows = Readonly<Record<string, readonly Json[]>>

/** The specifics of merging records of a resource. */
export interface MergeRules {
  /** Columns that follow by themselves: the database fills them in from another that is moved. */
  readonly follow: readonly string[]
  /** Columns that something else is responsible for: while they point at the record, it can't be merged. */
  readonly guarded: readonly string[]
  /** Fields that only one of the two can answer, by key; those that only make sense together stand together. */
  readonly choices?: readonly (readonly string[])[]
  /** Lists that the one that stays has from both, by key of the field. */
  readonly unites?: readonly string[]
  /** More values for such lists than the duplicate's own list has: its name as a spelling. */
  adds?(
    duplicate: Json,
    db: Db,
    into: { readonly survivor: Json; readonly take: ReadonlySet<string> },
  ): Lists | Promise<Lists>
  /** Sentences about what both have and only one can have. `take`: keys of fields that are kept from the duplicate. */
  clashes(db: Db, survivor: number, duplicate: number, take: ReadonlySet<string>): Promise<string[]>
  /**
   * Called before every step, and its result after it: updates names elsewhere that follow the names of what is moved.
   */
  watch?(db: Db, pair: Pair): Promise<() => Promise<void>>
  /** Tables whose rows can be collapsed, in the order in which they are restored, with the number of rows. */
  readonly collapsed?: {
    readonly tables: readonly string[]
    count(db: Db, pair: Pair): Promise<{ label: string; count: number }[]>
    /** What refers to those rows and moves to the ones that remain, for the preview. */
    moves?(db: Db, pair: Pair): Promise<{ label: string; field: string; count: number }[]>
    /** Takes the rows away, and answers with them. */
    collapse(db: Db, pair: Pair): Promise<CollapsedRows>
    /** Before the rows are restored: removes what others were given of them. */
    giveBack?(db: Db, pair: Pair, collapsedRows: CollapsedRows): Promise<void>
    /** Once the rows are restored: moves back what referred to them. */
    takeBack?(db: Db, pair: Pair, collapsedRows: CollapsedRows): Promise<void>
  }
}

export async function namesIn(rows: Promise<{ rows: { name: string }[] }>): Promise<string[]> {
  return (await rows).rows.map(({ name }) => name)
}
