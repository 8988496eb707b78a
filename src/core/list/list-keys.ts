import { sortItem } from './list-query.ts'
import { fieldOf, headFields, oncePerResource } from '../resource/resource.ts'
import { isSortable } from '../resource/sortable.ts'

/** The keys by which a list can be filtered: those its definition names, its references, and every record's head. */
export const filterKeys = oncePerResource((resource): ReadonlySet<string> => {
  const references = Object.entries(resource.fields)
    .filter(([, field]) => 'to' in field)
    .map(([key]) => key)
  return new Set([...resource.list.filters, ...references, ...Object.keys(headFields)])
})

/** The keys by which a list can be sorted. */
export const sortKeys = oncePerResource((resource): ReadonlySet<string> => {
  const keys = new Set([
    ...resource.list.columns,
    resource.title,
    sortItem(resource.list.sort).field,
    ...Object.keys(headFields),
  ])
  return new Set(
    [...keys].filter((key) => {
      const field = fieldOf(resource, key)
      return field !== undefined && isSortable(field)
    }),
  )
})
