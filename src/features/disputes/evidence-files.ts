import { msg } from '../../core/i18n/language.ts'

/** The fields of Stripe’s evidence that take a file, with their labels. Each takes one. */
export const fileFields = {
  receipt: msg('Receipt'),
  customer_communication: msg('Customer communication'),
  service_documentation: msg('Proof of service'),
  cancellation_policy: msg('Cancellation policy'),
  refund_policy: msg('Refund policy'),
  customer_signature: msg('Customer signature'),
  duplicate_charge_documentation: msg('Proof of the other payment'),
  uncategorized_file: msg('Other file'),
} as const
export type FileField = keyof typeof fileFields
export const fileFieldNames = Object.keys(fileFields) as readonly FileField[]
export const isFileField = (name: string): name is FileField => Object.hasOwn(fileFields, name)

/** What banks take of all files of a dispute together, as Stripe passes it on. */
export const maxEvidenceBytes = 4_500_000
export const maxEvidenceMegabytes = maxEvidenceBytes / 1e6

/** What a chooser of files offers. */
export const evidenceTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const
export type EvidenceType = (typeof evidenceTypes)[number]

const beginnings: readonly (readonly [type: EvidenceType, bytes: readonly number[]])[] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
]

/** What a file is by its first bytes, whatever its name says; null for what no bank takes. */
export function evidenceTypeOf(data: Uint8Array): EvidenceType | null {
  return beginnings.find(([, bytes]) => bytes.every((byte, index) => data[index] === byte))?.[0] ?? null
}
