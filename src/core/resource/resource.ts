import type { PermissionObject } from '../access/permissions.ts'
import type { AnyField, Fields, ValueOf } from './fields.ts'
import type { PageDefinition } from './page.ts'

export type Operation = 'list' | 'read' | 'create' | 'update' | 'delete'

/** Which grant an operation needs: reading needs `ui` on the object, everything else `write`, unless named here. */
interface AccessRules {
  readonly object: PermissionObject
  /** Another object on which updating (and only updating) needs `write`. */
  readonly update?: PermissionObject
  /** Changing a record asks for a fresh sign-in, and is refused (401) for want of one. */
  readonly asksProof?: true
}

/** Keys that every record has without saying so. */
type Head = { id: number; version: number; createdAt: string; updatedAt: string }
export type HeadKey = keyof Head

type Key<F extends Fields> = Extract<keyof F, string>
type Draft<F extends Fields> = { [K in Key<F>]: ValueOf<F[K]> }

/** Something wrong with a draft as a whole, said on the field where it can be mended. */
export interface Problem<K extends string = string> {
  field: K
  message: string
}

/** A field in a form; `when` hides it (and leaves its value alone) while it is not to the point. */
type FormField<F extends Fields> =
  | Key<F>
  | { readonly field: Key<F>; readonly when: (draft: Partial<Draft<F>>) => boolean }
interface FormSection<F extends Fields> {
  readonly title: string
  readonly help?: string
  /** The button with which fields are added one by one: those without a value are not shown before. */
  readonly adds?: string
  readonly fields: readonly FormField<F>[]
}

/** A form that asks, or shows, more than its fields, so that records are written there and nowhere else. */
interface Guarded<K extends string = string> {
  /** One sentence for users who try to write the records elsewhere. */
  readonly why: string
  /** Fields that can still be changed in a list. */
  readonly except?: readonly K[]
}

/** A column as a list shows it at first: only its name where there is no more to say. */
export interface ShownColumn<K extends string = string> {
  readonly key: K
  /** The smaller text below the value: the venue and the date of an event. */
  readonly below?: readonly K[]
  /** States of one record that read as one: the column shows the worst of them. */
  readonly worst?: readonly K[]
  /** The picture before the value: references to images, of which the first is shown, or a country's code, for its flag. */
  readonly picture?: K
  /** A code or reference that people take elsewhere, or `true` for the column's own value: a button copies it. */
  readonly copies?: true | K
  /** Shorter words for the head, where the field's own are too long for it. */
  readonly label?: string
  /** One of the four facts on a phone’s card, before what comes first of the rest: whose the record is, where people ask for theirs. */
  readonly onCard?: true
}

interface ListDefinition<F extends Fields> {
  /** The columns a list can show and sort by, in order; exports have the same columns. */
  readonly columns: readonly (Key<F> | HeadKey)[]
  /** Those shown at first, where not all of them fit: six to eight, within 1,030 px. */
  readonly shown?: readonly (Key<F> | HeadKey | ShownColumn<Key<F> | HeadKey>)[]
  readonly filters: readonly (Key<F> | HeadKey)[]
  /** Text fields that the search box looks into. */
  readonly search: readonly Key<F>[]
  /** `-createdAt` is newest first. */
  readonly sort: `${'' | '-'}${Key<F> | HeadKey}`
  /** Fields that a list reads besides those that its columns show: for its cells, its commands and where its rows lead. */
  readonly needs?: readonly (Key<F> | HeadKey)[]
}

/** A change that is made so often that it has a name: a command for many records at once, with rules as for any update. */
interface NamedChange<D = Readonly<Record<string, unknown>>> {
  /** The command: `Pause`. */
  readonly label: string
  /** The state of the records afterwards: `paused`. */
  readonly done: string
  readonly set: D
}

export interface ResourceDefinition<F extends Fields> {
  /** Singular and plural, as people say them. */
  readonly label: readonly [string, string]
  readonly access: PermissionObject | AccessRules
  readonly operations: readonly Operation[]
  /** The field whose value names a record to people. */
  readonly title: Key<F>
  readonly fields: F
  readonly list: ListDefinition<F>
  readonly form?: {
    readonly main: readonly FormSection<F>[]
    readonly aside?: readonly FormSection<F>[]
    readonly guarded?: Guarded<Key<F>>
  }
  /** By what the audit calls them: `pause`. */
  readonly actions?: Readonly<Record<string, NamedChange<Partial<Draft<F>>>>>
  /** Rules that involve several fields. Runs in the form and again on the server. */
  check?(draft: Draft<F>): Iterable<Problem<Key<F>>>
  /** Its records are pages of the public website: they have a slug, are published, and leave redirects behind. */
  readonly page?: PageDefinition<Key<F>>
  /** Two of its records can be merged into one. */
  readonly isMergeable?: boolean
  /** The field that a replacement has to share, because what refers to one record could not refer to another value's. */
  readonly replacedWithin?: Key<F>
  /** One sentence for the API's documentation. */
  readonly summary?: string
  /** Where its calls live below /rest/data/, where that is not its name: `users/admins`. */
  readonly path?: string
  /** The table it is kept in, where that is not its name: two resources can show one table. */
  readonly table?: string
}

export interface Resource<N extends string = string, F extends Fields = Fields> extends Omit<
  ResourceDefinition<F>,
  'access'
> {
  readonly name: N
  readonly access: AccessRules
}

/** Any resource, for code that loops over them. Methods are compared loosely, so every resource fits. */
export interface AnyResource extends Omit<
  Resource,
  'list' | 'form' | 'title' | 'check' | 'actions' | 'replacedWithin'
> {
  readonly title: string
  readonly replacedWithin?: string
  readonly list: {
    readonly columns: readonly string[]
    readonly shown?: readonly (string | ShownColumn)[]
    readonly filters: readonly string[]
    readonly search: readonly string[]
    readonly sort: string
    readonly needs?: readonly string[]
  }
  readonly form?: {
    readonly main: readonly AnySection[]
    readonly aside?: readonly AnySection[]
    readonly guarded?: Guarded
  }
  readonly actions?: Readonly<Record<string, NamedChange>>
  check?(draft: Readonly<Record<string, unknown>>): Iterable<Problem>
}
export interface AnySection {
  readonly title: string
  readonly help?: string
  readonly adds?: string
  readonly fields: readonly (
    | string
    | { readonly field: string; when(draft: Readonly<Record<string, unknown>>): boolean }
  )[]
}

/**
 * Describes a dull resource once. Table, API, OpenAPI, client hooks, list and form screens and a contract suite
 * derive from it. `name` is the word from URL to table.
 */
export function defineResource<const N extends string, const F extends Fields>(
  name: N,
  definition: ResourceDefinition<F>,
): Resource<N, F> {
  const access = typeof definition.access === 'string' ? { object: definition.access } : definition.access
  return { ...definition, name, access }
}

/** A record as it travels. */
export type RecordOf<R> = R extends { readonly fields: infer F extends Fields }
  ? Head & { [K in keyof F]: ValueOf<F[K]> } & RefObjects<F>
  : never

type RefObjects<F extends Fields> = {
  [K in keyof F as F[K] extends { kind: 'ref' } ? (K extends `${infer Base}Id` ? Base : never) : never]:
    | { id: number; title: string }
    | Extract<ValueOf<F[K]>, null>
} & {
  [
    K in keyof F as F[K] extends { kind: 'refs' }
      ? K extends `${infer Base}yIds`
        ? `${Base}ies`
        : K extends `${infer Base}Ids`
          ? `${Base}s`
          : never
      : never
  ]: readonly { id: number; title: string }[]
}

/** The keys of a record that a client can send. */
export type DraftOf<R> = R extends { readonly fields: infer F extends Fields } ? Partial<Draft<F>> : never

/** A label in the middle of a sentence: `coupon`, but `IP range`, and `codes from Viator`. */
export function inSentence(label: string): string {
  return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
}

/** The definition's head as fields, so that lists can show, sort and filter them like any other. */
export const headFields: Readonly<Record<HeadKey, AnyField>> = {
  id: { kind: 'integer', label: 'Id', readOnly: true, required: true, max: Number.MAX_SAFE_INTEGER },
  version: { kind: 'integer', readOnly: true, required: true },
  createdAt: { kind: 'instant', label: 'Created', readOnly: true, required: true },
  updatedAt: { kind: 'instant', label: 'Changed', readOnly: true, required: true },
}

/** A field of the resource or of every record's head; undefined when no field has that name. */
export function fieldOf(resource: AnyResource, key: string): AnyField | undefined {
  if (Object.hasOwn(resource.fields, key)) return resource.fields[key]
  return Object.hasOwn(headFields, key) ? headFields[key as HeadKey] : undefined
}

/** What follows from a definition alone, calculated once for each. */
export function oncePerResource<T>(make: (resource: AnyResource) => T): (resource: AnyResource) => T {
  const made = new WeakMap<AnyResource, T>()
  return (resource) => {
    if (!made.has(resource)) made.set(resource, make(resource))
    return made.get(resource) as T
  }
}

/** All fields, the head's included. */
export const allFields = oncePerResource((resource): readonly (readonly [string, AnyField])[] => [
  ...Object.entries(headFields),
  ...Object.entries(resource.fields),
])

/** The database table of a resource. */
export function tableOf(resource: AnyResource): string {
  return resource.table ?? resource.name.replaceAll('-', '_')
}

/** Where a resource's calls live: `/rest/data/coupons`. */
export function basePathOf({
  name,
  path = name,
}: {
  readonly name: string
  readonly path?: string
}): `/rest/data/${string}` {
  return `/rest/data/${path}`
}
