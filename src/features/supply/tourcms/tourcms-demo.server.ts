import { readXml } from '../../languages/xml/xml-reader.ts'
import type { SupplierDemo } from '../importing/supplier-server.server.ts'
import { tourcmsDraft } from './tourcms-draft.server.ts'
import { tourcmsPlaces, tourcmsSample } from './tourcms-samples.server.ts'

export const tourcmsDemo: SupplierDemo = {
  places: tourcmsPlaces.slice(0, 2).map(({ name }) => ({ key: name, name })),
  codes: [
    ...Array.from({ length: 10 }, (_, n) => ({ code: `3930-${40 + n * 2}` })),
    { code: '3930-67', isTwin: true },
    { code: '3930-90404', status: 'failed', fault: 'not_found' },
    { code: '3930-90000' },
    { code: '3930-90701' },
    { code: '3930-90503', status: 'queued', fault: 'unavailable' },
    { code: '3930-120', status: 'fetching' },
    { code: '3930-122', status: 'rejected', reason: 'The operator left the marketplace' },
  ],
  draftOf(code, exponents, commission) {
    const [channelId = '', tourId = ''] = code.split('-')
    const tour = tourcmsSample(channelId, tourId)
    return tour === null ? null : tourcmsDraft(code, readXml(tour), exponents, commission)
  },
}
