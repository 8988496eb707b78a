import type { ResourceExample } from '../../../../core/testing/make.server.ts'
import { exampleOf } from '../../../../core/testing/make.server.ts'
import { inRome } from '../../geo/testing/in-rome.ts'
import { venues } from '../venues.ts'
import { venueSections } from '../venue-sections.ts'

export const examples: readonly ResourceExample[] = [
  exampleOf(venues, (n) => ({
    values: { ...inRome(n), providerCodes: [], description: `<p>Sample ${n} of a venue</p>` },
  })),
  exampleOf(venueSections, (n, _ids, given) => ({
    values: {
      isGeneralAdmission: n % 3 === 0,
      rows: n % 3 === 0 ? [] : ['A', 'B'],
      code: `section-${n}`,
      ...((n % 2 && given['viewImageId'] === undefined) || given['viewImageUrl'] !== undefined
        ? { viewImageId: null }
        : { viewImageUrl: null }),
    },
  })),
]
