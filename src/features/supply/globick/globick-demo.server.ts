import { readValue } from '../importing/supplier-answers.server.ts'
import type { SupplierDemo } from '../importing/supplier-server.server.ts'
import { globickDraft } from './globick-draft.server.ts'
import { globickActivity, globickSessions } from './globick-payloads.server.ts'
import { globickPlaces, globickSample, globickSampleSessions } from './globick-samples.server.ts'

export const globickDemo: SupplierDemo = {
  places: globickPlaces
    .filter(({ city }) => city !== 'Logroño')
    .map(({ city, country }) => ({ key: `${city}, ${country}`, name: city })),
  codes: [
    ...Array.from({ length: 12 }, (_, n) => ({ code: String(58_200 + n * 3) })),
    { code: '58401', isTwin: true },
    { code: '90404001', status: 'failed', fault: 'not_found' },
    { code: '90410001', status: 'failed', fault: 'gone' },
    { code: '90000001' },
    { code: '90701001' },
    { code: '90503001', status: 'queued', fault: 'unavailable' },
    { code: '58501', status: 'fetching' },
    { code: '58502', status: 'rejected', reason: 'The operator sells it to us directly' },
  ],
  draftOf(code, exponents) {
    const activity = globickSample(code)
    // Any week: what is read from it does not depend on its days.
    const sessions = globickSampleSessions(code, '2026-06-01', '2026-06-07')
    return (
      activity &&
      sessions &&
      globickDraft(readValue(activity, globickActivity), readValue(sessions, globickSessions), exponents)
    )
  },
}
