import * as z from 'zod/mini'
import type { AnySchema } from '../http/endpoint.ts'
import { listParameters } from './list-parameters.ts'

/** The parameters of a list that is short enough to come whole, and does so unless less is requested. */
export const wholeListQuery = {
  filter: z.optional(
    z.string().register(z.globalRegistry, {
      parameter: 'PlainFilter',
      description:
        'A JSON object of what must hold: a value, or a list of values of which one must hold. {"status":["active","invited"]}. `q` finds in all texts',
    }),
  ),
  sort: listParameters.sort,
  range: z.optional(
    z.string().register(z.globalRegistry, {
      parameter: 'PlainRange',
      description:
        'A JSON array of the first and the last row, counted from 0: [0,24]. All of them where it is not given',
    }),
  ),
}

/** The keys of the rows of such a list, in the shape that describes it. */
export function keysOf(schema: AnySchema): readonly string[] {
  return Object.keys((schema as z.ZodMiniObject).shape)
}
