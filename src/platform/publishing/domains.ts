import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'

/** Public: the addresses are those of the public website. */
export const readDomains = defineEndpoint('GET /website/domains', {
  summary: 'Read the addresses of the public website, keyed by language',
  access: 'public',
  output: z.object({ domains: z.record(z.string(), z.string()) }),
  tag: 'Website',
})
