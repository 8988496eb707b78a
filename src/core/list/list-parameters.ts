import * as z from 'zod/mini'
import { deepestRange, largestPage, usualPageSize } from './list-query.ts'

/** The parameters that every list takes besides its filter. */
export const listParameters = {
  sort: shared('Sort', 'A JSON array of a field and ASC or DESC: ["createdAt","DESC"]'),
  range: shared(
    'Range',
    `A JSON array of the first and the last row, counted from 0: [0,24]. At most ${largestPage} rows, and none behind row ` +
      `${deepestRange}, which are reached by cursor. The first ${usualPageSize} where neither is given`,
  ),
  q: shared('Search', 'What to search for'),
  cursor: shared(
    'Cursor',
    'In place of range: empty for the first page, then the X-Next-Cursor of the page before. Each page costs the same, however deep',
  ),
  limit: shared('Limit', 'Rows of a page by cursor', {
    type: 'integer',
    minimum: 1,
    maximum: largestPage,
    default: usualPageSize,
  }),
  fields: shared(
    'Fields',
    'A JSON array of fields: ["code","name"]. The answer then has only these and the id, and for a reference what it refers to: ' +
      'not all that its schema requires. Without this parameter every field is there',
  ),
}

/** A parameter that many calls have, described in one place of the API’s description under a name of its own. */
function shared(parameter: string, description: string, more: Readonly<Record<string, unknown>> = {}) {
  return z.optional(z.string().register(z.globalRegistry, { parameter, description, ...more }))
}
