import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import { readValue } from '../importing/supplier-answers.server.ts'
import type { SupplierDemo } from '../importing/supplier-server.server.ts'
import { viatorDraft } from './viator-draft.server.ts'
import { viatorProduct, viatorSchedule } from './viator-payloads.server.ts'
import { samplePlaces, sampleProduct } from './viator-samples.server.ts'

const imported = Array.from({ length: 24 }, (_, n) => ({ code: `${30_000 + n * 7}P${1 + (n % 5)}` }))

export const viatorDemo: SupplierDemo = {
  places: samplePlaces.filter(({ name }) => name !== 'Tokyo').map(({ ref, name }) => ({ key: String(ref), name })),
  codes: [
    ...imported,
    { code: '30000P6', isTwin: true },
    { code: '30056P9', isTwin: true },
    { code: '90404P2', status: 'failed', fault: 'not_found' },
    { code: '90410P3', status: 'failed', fault: 'gone' },
    { code: '90000P2' },
    {
      code: '90903P5',
      status: 'failed',
      fault: 'invalid',
      detail: () => storedText('it is a web page, not data'),
    },
    { code: '90503P2', status: 'queued', fault: 'unavailable' },
    { code: '31007P4', status: 'fetching' },
    { code: '41000P2', status: 'rejected', reason: 'We sell this tour directly' },
  ],
  draftOf(code, exponents) {
    const found = sampleProduct(code)
    if (!found?.schedule) return null
    return viatorDraft({
      product: readValue(found.product, viatorProduct),
      schedule: readValue(found.schedule, viatorSchedule),
      exponents,
      today: new Date().toISOString().slice(0, 10),
      destinationName: found.place.name,
    })
  },
}
