import type { Db } from '../../kit/endpoint.server.ts'

export interface Reference { readonly table: string; readonly column: string; readonly isList: boolean }

/** Of a merge: the ids of the one that stays and of the one that goes. */
export interface Pair { readonly winner: number; readonly loser: number }

/** A row as the database writes it as JSON, by column. */
export type Json = Readonly<Record<string, unknown>>

/** What comes to lists, by the key of the field. */
export type Lists = Readonly<Record<string, readonly unknown[]>>

/** Rows that both records have, so that those of the one that goes go with it. By table, as they were. */
export type Folded = Readonly<Record<string, readonly Json[]>>

/** What is particular about merging records of a resource. */
export interface MergeRules {
  /** Columns that follow by themselves: the database fills them in from another that is moved. */
  readonly follow: readonly string[]
  /** Columns that somebody else answers for: while they point at the record, there is no merge. */
  readonly guarded: readonly string[]
  /** Fields that only one of the two can answer, by key; those that only make sense together stand together. */
  readonly choices?: readonly (readonly string[])[]
  /** Lists that the one that stays has from both, by key of the field. */
  readonly unites?: readonly string[]
  /** More of what comes to such lists than stands in the same list of the one that goes: its name as a spelling. */
  adds?(loser: Json, db: Db, into: { readonly winner: Json; readonly take: ReadonlySet<string> }): Lists | Promise<Lists>
  /** Sentences about what is there twice and may not be. `take`: keys of fields that are kept from the one that goes. */
  clashes(db: Db, winner: number, loser: number, take: ReadonlySet<string>): Promise<string[]>
  /** Asked before every step, and what it answers with done after it: names elsewhere that follow the names of what is moved. */
  watch?(db: Db, pair: Pair): Promise<() => Promise<void>>
  /** Tables whose rows may be folded, in the order in which they come back, with how many rows would be. */
  readonly folds?: {
    readonly tables: readonly string[]
    count(db: Db, pair: Pair): Promise<{ label: string; count: number }[]>
    /** Takes the rows away, and answers with them. */
    fold(db: Db, pair: Pair): Promise<Folded>
    /** Before the rows come back: takes away what others were given of them. */
    giveBack?(db: Db, pair: Pair, folded: Folded): Promise<void>
  }
}

export async function namesIn(rows: Promise<{ rows: { name: string }[] }>): Promise<string[]> {
  return (await rows).rows.map(({ name }) => name)
}
