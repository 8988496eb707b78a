import type { Grants } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import { traceOf } from '../../core/resource/personal.ts'
import type { AnyResource } from '../../core/resource/resource.ts'

/** Replaces a value that the reader can't see. */
export const hidden = '•••'
const hiddenJson = JSON.stringify(hidden)

/** The resources whose records are named after people; search must not find them here by name. */
export function namedAfterPeople(resources: readonly AnyResource[]): readonly string[] {
  return resources.filter((resource) => resource.fields[resource.title]?.personal).map(({ name }) => name)
}

export interface Change {
  readonly key: string
  readonly before: string | null
  readonly after: string | null
}

/** The parts of an entry that masking looks at; each is optional. */
export interface Maskable {
  readonly object?: unknown
  readonly recordId?: unknown
  readonly title?: unknown
  readonly changes?: unknown
}

/**
 * An entry without personal data. The core already keeps that out of the audit; this covers rows that came in another
 * way. What a record's own page shows only for a reason is never shown here, and readers who can't see the records at
 * all don't even get the ends of an address.
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
    ...(typeof entry.title === 'string' &&
      resource.fields[resource.title]?.personal && {
        title: isNumbered(entry.title, resource) ? entry.title : hidden,
      }),
    ...(Array.isArray(entry.changes) && {
      changes: (entry.changes as Change[]).map((change) =>
        resource.fields[change.key]?.personal
          ? { ...change, before: hide(change.key, change.before), after: hide(change.key, change.after) }
          : change,
      ),
    }),
  }
}

/** `Customer 7`: the core's name for records that are named after people. */
function isNumbered(title: string, { label: [one] }: AnyResource): boolean {
  return title.startsWith(`${one} `) && /^[0-9]+$/.test(title.slice(one.length + 1))
}
