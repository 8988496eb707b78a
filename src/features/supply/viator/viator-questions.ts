import type { ProductDraft } from '../importing/product-draft.ts'

/** Viator's questions by their ids: what is asked, and of each traveller or once. Others are named by their id. */
const known: Readonly<Record<string, readonly [question: string, per: 'BOOKING' | 'UNIT']>> = {
  FULL_NAMES_FIRST: ['First name', 'UNIT'],
  FULL_NAMES_LAST: ['Last name', 'UNIT'],
  AGEBAND: ['Age band', 'UNIT'],
  DATEOFBIRTH: ['Date of birth', 'UNIT'],
  HEIGHT: ['Height', 'UNIT'],
  WEIGHT: ['Weight', 'UNIT'],
  PASSPORT_EXPIRY: ['Passport expiry date', 'UNIT'],
  PASSPORT_NATIONALITY: ['Passport nationality', 'UNIT'],
  PASSPORT_PASSPORT_NO: ['Passport number', 'UNIT'],
  PICKUP_POINT: ['Pickup point', 'BOOKING'],
  SPECIAL_REQUIREMENTS: ['Special requirements', 'BOOKING'],
}

export function questionsOf(ids: readonly string[]): ProductDraft['questions'] {
  return [...new Set(ids)]
    .filter((id) => /^[A-Za-z0-9_.-]{1,40}$/.test(id))
    .slice(0, 30)
    .map((code) => {
      const words = code.replaceAll('_', ' ').toLowerCase()
      const [question, per] = known[code] ?? [words.charAt(0).toUpperCase() + words.slice(1), 'BOOKING' as const]
      return { code, question, per, isRequired: code !== 'SPECIAL_REQUIREMENTS' }
    })
}
