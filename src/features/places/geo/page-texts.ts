import { longText } from '../../../core/resource/fields.ts'
import { searchFields } from '../../../core/resource/page.ts'

/** The texts on a place's page, in every language. */
export const placeTexts = {
  description: longText({
    max: 20_000,
    format: 'richText',
    translatable: true,
    help: 'What visitors read at the top of the page',
  }),
  ...searchFields('name'),
}
