import * as z from 'zod/mini'

// Apart from record-id.ts, which every list of the console loads: this brings the schemas along.

/** A number in an address: text as it arrives, so that its reader refuses anything else, and described as a number. */
export function numberText(description: string) {
  return z.string().register(z.globalRegistry, { type: 'integer', minimum: 1, description })
}

/** The place of a piece of a file, counted from 0. */
export const positionText = z
  .string()
  .register(z.globalRegistry, { type: 'integer', minimum: 0, description: 'Which piece, counted from 0' })

/** What names a record in the addresses of calls about it. */
export const idText = z
  .string()
  .register(z.globalRegistry, { type: 'integer', minimum: 1, description: 'The id of the record', parameter: 'Id' })
export const idParams = z.object({ id: idText })
