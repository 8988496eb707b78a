import { readValue } from '../importing/supplier-answers.server.ts'
import type { SupplierDemo } from '../importing/supplier-server.server.ts'
import { tiqetsDraft } from './tiqets-draft.server.ts'
import { tiqetsProduct } from './tiqets-payloads.server.ts'
import { tiqetsPlaces, tiqetsSample } from './tiqets-samples.server.ts'

export const tiqetsDemo: SupplierDemo = {
  places: tiqetsPlaces.filter(({ name }) => name !== 'Amsterdam').map(({ id, name }) => ({ key: String(id), name })),
  codes: [
    ...Array.from({ length: 14 }, (_, n) => ({ code: String(970_100 + n * 3) })),
    { code: '970201', isTwin: true },
    { code: '90404001', status: 'failed', fault: 'not_found' },
    { code: '90410001', status: 'failed', fault: 'gone' },
    { code: '90000001' },
    { code: '90503001', status: 'queued', fault: 'unavailable' },
    { code: '970301', status: 'fetching' },
    { code: '970302', status: 'rejected', reason: 'The museum sells to us directly' },
  ],
  draftOf(code, exponents, commission) {
    const sample = tiqetsSample(code)
    return sample && tiqetsDraft(readValue(sample, tiqetsProduct), exponents, commission)
  },
}
