import { longText } from '../../kit/fields.ts'
import { searchFields } from '../../kit/page.ts'

/** What the page of a place says, in every language. */
export const placeTexts = {
  description: longText({ max: 20_000, format: 'richText', translatable: true, help: 'What visitors read at the top of the page' }),
  ...searchFields('name'),
}
