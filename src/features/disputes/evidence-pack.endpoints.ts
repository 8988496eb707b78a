import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idParams } from '../../core/http/path-params.ts'

export const downloadEvidencePack = defineEndpoint('GET /rest/data/disputes/:id/evidence-pack', {
  summary: 'Download the evidence of a dispute as a ZIP: a PDF and its files',
  access: ['purchases', 'export'],
  also: [['purchases', 'ui']],
  tag: 'Disputes',
  params: idParams,
  produces: 'application/zip',
  output: z.string(),
})
