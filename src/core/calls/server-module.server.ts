import type { Logger } from 'pino'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { DeclaredObjects, PermissionAction } from '../access/permissions.ts'
import type { Authenticate } from '../http/access.server.ts'
import type { Implementation } from '../http/endpoint.server.ts'
import type { Job } from '../jobs/jobs.server.ts'
import type { AnyResource } from '../resource/resource.ts'
import type { ResourceServer } from '../resource/resource.server.ts'
import { serve } from '../resource/resource.server.ts'
import type { Settings } from '../settings.server.ts'

/** The tools modules are given when a server is assembled. */
export interface ServerContext {
  readonly settings: Settings
  readonly database: Database
  readonly log: Logger
  /** The server part of every resource of the product, and their definitions. */
  readonly servers: readonly ResourceServer[]
  readonly resources: readonly AnyResource[]
  /** Every call there is; known once all modules have been asked for theirs. */
  readonly implementations: () => readonly Implementation[]
  readonly authenticate: Authenticate
  /** The background work of every module; known once all of them have been asked for theirs. */
  readonly jobs: () => readonly Job[]
  /** Runs when the server stops taking calls, before the open ones have ended (`preClose`), or after them (`onClose`). */
  onStop(when: 'preClose' | 'onClose', work: () => void | Promise<void>): void
}

/** Random numbers that are the same for the same seed, on every machine. */
interface SeedRandom {
  /** From 0 up to but not including 1. */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Exponentially distributed with the given mean. */
  wait(mean: number): number
}

export interface SeedStory {
  /** The moment at which the demo data stops, ISO 8601. */
  readonly asOf: string
  /** Numbers for one step only; `place` separates several streams of it. */
  random(name: string, place: number): SeedRandom
}

/** Makes some of the demo data, in a transaction of its own. */
export type SeedWork = (trx: Db, story: SeedStory) => Promise<void>

/** Demo data of one feature, made after the world itself. */
export interface SeedStep {
  readonly name: string
  /** `first` is what people need to sign in and to sell; `later` is what editors have made of the catalogue. */
  readonly when: 'first' | 'later'
  /** The step or steps before it, where it builds on what they made. */
  readonly after?: string | readonly string[]
  /**
   * Fetched when demo data is made, so that no other start reads it. Several parts where one transaction would take a second: the embedded
   * database answers no one else until it ends. A load that broke off begins again at the first part, and two loads at once
   * can both make a part, so each has to be safe to run again.
   */
  readonly load: () => Promise<SeedWork | readonly SeedWork[]>
}

type Given<T> = readonly T[] | ((context: ServerContext) => readonly T[] | Promise<readonly T[]>)

/** A resource whose server part has to know every definition of the product. */
interface ServedWithAll {
  readonly resource: AnyResource
  readonly serveWith: (all: readonly AnyResource[]) => ResourceServer
}

/** A feature's additions to the server, declared once. */
export interface ServerModule {
  readonly name: string
  /** The permission objects that it brings. */
  readonly permissions?: DeclaredObjects
  /** Actions that only its own commands ask for, by what roles call them. */
  readonly actions?: Readonly<Partial<Record<PermissionAction, string>>>
  /** Its resources: with their server part where they need one, else the definition alone. */
  readonly resources?: readonly (AnyResource | ResourceServer | ServedWithAll)[]
  /** Calls besides those of its resources. */
  readonly endpoints?: Given<Implementation>
  /** The feature's background work on the server. */
  readonly jobs?: Given<Job>
  /** Adds to the server part of every resource of a kind, such as pages. In the order of the modules, the last outermost. */
  readonly wrap?: (server: ResourceServer) => ResourceServer
  /** Tells other modules what they have to know of this one, once, before anything is put together. */
  readonly setUp?: () => void
  readonly seed?: readonly SeedStep[]
}

/** The server part of every resource that the modules bring, in their order. */
export function serversOf(modules: readonly ServerModule[]): ResourceServer[] {
  const given = modules.flatMap(({ resources = [] }) => resources)
  const definitions = given.map((one) => ('resource' in one ? one.resource : one))
  const wraps = modules.flatMap(({ wrap }) => wrap ?? [])
  return given.map((one) => {
    const server = 'serveWith' in one ? one.serveWith(definitions) : 'resource' in one ? one : serve(one)
    return wraps.reduce((inner, wrap) => wrap(inner), server)
  })
}

export function defineServerModule(module: ServerModule): ServerModule {
  return module
}
