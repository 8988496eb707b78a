import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idText, numberText } from '../../core/http/path-params.ts'
import { placement } from '../section-mapping/placement.ts'

export const readLinePlacement = defineEndpoint('GET /rest/data/purchases/:id/lines/:position/placement', {
  summary: 'Read why the tickets of an order line are in their section, as it was when they were bought',
  access: ['purchases', 'ui'],
  tag: 'Purchases',
  params: z.object({ id: idText, position: numberText('The place of the line in its order') }),
  output: placement,
})
