import type { ResourceContext } from './record-rows.server.ts'
import { crud } from './crud.server.ts'
import type { Implementation } from '../http/endpoint.server.ts'
import type { Lookup } from '../list/list-sql.server.ts'
import { maskedKeys } from '../resource/personal.ts'
import type { AnyResource } from '../resource/resource.ts'
import { fieldOf } from '../resource/resource.ts'
import type { ResourceServer } from '../resource/resource.server.ts'

export interface Registry {
  readonly servers: readonly ResourceServer[]
  readonly implementations: readonly Implementation[]
  /** The IANA zone whose days lists count where a filter names none. */
  readonly timeZone: string
}

/** What the calls of each resource work with, for calls that a part of the product adds to every resource of a kind. */
export function contextsOf(
  servers: readonly ResourceServer[],
  isWanted: (resource: AnyResource) => boolean,
): readonly ResourceContext[] {
  const lookup = lookupIn(servers.map(({ resource }) => resource))
  return servers
    .filter(({ resource }) => isWanted(resource))
    .map((server) => ({ server, resource: server.resource, lookup }))
}

/** Finds a resource by name. */
export function lookupIn(resources: readonly AnyResource[]): Lookup {
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  return (name) => {
    const found = byName.get(name)
    if (!found) throw new Error(`There is no resource called ${name}.`)
    return found
  }
}

/**
 * Every call that the product answers. Throws when a definition and its server part do not fit together, so that
 * such a server never starts.
 */
export function implementationsOf({ servers, implementations, timeZone }: Registry): readonly Implementation[] {
  const lookup = lookupIn(servers.map(({ resource }) => resource))
  for (const server of servers) assertComplete(server, lookup)
  const own = implementations.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  // An endpoint with the same route can replace a resource's own call.
  const derived = servers
    .flatMap((server) => crud(server, lookup, timeZone))
    .filter(({ endpoint }) => !own.includes(`${endpoint.method} ${endpoint.path}`))
  return [...implementations, ...derived]
}

function assertComplete({ resource, derived = {} }: ResourceServer, lookup: Lookup): void {
  for (const [key, field] of Object.entries(resource.fields)) {
    if (Boolean(field.derived) !== Object.hasOwn(derived, key)) {
      throw new Error(`${resource.name}.${key} is ${field.derived ? 'derived but has no SQL' : 'stored but has SQL'}.`)
    }
    if ('to' in field) lookup(field.to)
    if ('currency' in field && !fieldOf(resource, field.currency)) {
      throw new Error(`${resource.name}.${key} names ${field.currency} as its currency, which is not a field.`)
    }
  }
  // Filtering by what is masked would ask it out letter by letter.
  const asked = maskedKeys(resource).find((key) => resource.list.filters.includes(key))
  if (asked !== undefined) throw new Error(`${resource.name}.${asked} is masked, so lists can’t be filtered by it.`)
  const names = [resource.title, ...resource.list.columns, ...resource.list.filters, ...resource.list.search]
  for (const key of names) if (!fieldOf(resource, key)) throw new Error(`${resource.name} has no ${key}.`)
}
