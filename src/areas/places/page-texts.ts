import { longText, ref, text } from '../../kit/fields.ts'

/** What the page of a place says, in every language. */
export const placeTexts = {
  heroImageId: ref('images', { label: 'Hero image' }),
  description: longText({ max: 20_000, format: 'richText', translatable: true, help: 'What visitors read at the top of the page' }),
  seoTitle: text({ max: 70, translatable: true, label: 'Search title', help: 'At most 70 characters. The name where it is left empty.' }),
  seoDescription: text({ max: 160, translatable: true, label: 'Search description', help: 'At most 160 characters.' }),
}
