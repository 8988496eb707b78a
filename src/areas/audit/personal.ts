import type { Grants } from '../../kit/access.ts'
import { may } from '../../kit/access.ts'
import { traceOf } from '../../kit/personal.ts'
import type { AnyResource } from '../../kit/resource.ts'

/** What stands in the place of a value that the reader may not see. */
export const hidden = '•••'
const hiddenJson = JSON.stringify(hidden)

/** The resources whose records are called by somebody's name, by which searching must not find them here. */
export function namedAfterPeople(resources: readonly AnyResource[]): readonly string[] {
  return resources.filter((resource) => resource.fields[resource.title]?.personal).map(({ name }) => name)
}

export interface Change { readonly key: string; readonly before: string | null; readonly after: string | null }

/** As much of an entry as masking looks at; any of it may be left out. */
export interface Maskable { readonly object?: unknown; readonly recordId?: unknown; readonly title?: unknown; readonly changes?: unknown }

/**
 * An entry without personal data. The kit keeps that out of the audit already; this is for rows that came in another
 * way. Nobody reads here what their record's own page shows for a reason only, and who may not see the records at all
 * is not even told the ends of an address.
 */
export function masked<E extends Maskable>(entry: E, resource: AnyResource | undefined, grants: Grants): E {
  if (!resource) return entry
  const maySee = may(grants, 'ui', resource.access.object)
  const hide = (key: string, json: string | null) => {
    if (json === null || json === 'null') return json
    return maySee ? JSON.stringify(traceOf(resource, { [key]: JSON.parse(json) as unknown })[key]) : hiddenJson
  }
  return {
    ...entry,
    ...(typeof entry.title === 'string' && resource.fields[resource.title]?.personal && {
      title: isNumbered(entry.title, resource) ? entry.title : hidden,
    }),
    ...(Array.isArray(entry.changes) && {
      changes: (entry.changes as Change[]).map((change) => (resource.fields[change.key]?.personal
        ? { ...change, before: hide(change.key, change.before), after: hide(change.key, change.after) } : change)),
    }),
  }
}

/** `Customer 7`: what the kit calls records that are named after people. */
function isNumbered(title: string, { label: [one] }: AnyResource): boolean {
  return title.startsWith(`${one} `) && /^[0-9]+$/.test(title.slice(one.length + 1))
}
