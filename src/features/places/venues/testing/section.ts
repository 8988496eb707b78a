import type { Section } from '../manifest.ts'

/** A section of one row, with what a test says of it. */
export const sectionWith = (values: Partial<Section> & Pick<Section, 'code' | 'name'>): Section => ({
  zone: null,
  rank: 1,
  isGeneralAdmission: false,
  rows: ['1'],
  capacity: null,
  viewImageId: null,
  viewImageUrl: null,
  ...values,
})
