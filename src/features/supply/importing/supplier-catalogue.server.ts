import type { Said, StoredText } from '../../../platform/stored-texts/stored-text.ts'
import { sayStored, storedText } from '../../../platform/stored-texts/stored-text.ts'
import type { AvailableDay, ProductDraft } from './product-draft.ts'

/** A page of what changed at a supplier. */
export interface ChangedPage {
  readonly items: readonly { readonly code: string; readonly isGone: boolean }[]
  /** Every code that the page lists, changed or not, where the supplier's list is of all that it sells. */
  readonly present?: readonly string[]
  /** Where the next run begins; null where the supplier names no place. */
  readonly nextCursor: string | null
  readonly done: boolean
}

/** Products on one page of a search. */
export const foundPerPage = 20

/** What people look for in a supplier's catalogue: words, a place, or both. */
export interface CatalogueQuery {
  readonly words: string
  readonly place: string
  /** From 1. */
  readonly page: number
}

interface FoundProduct {
  readonly code: string
  readonly title: string
  readonly place: string | null
  readonly imageUrl: string | null
  /** The lowest selling price in minor units. */
  readonly price: number | null
  readonly currency: string | null
}

export interface FoundPage {
  readonly items: readonly FoundProduct[]
  readonly total: number
}

/** Why a supplier's answer cannot be used, in terms that are the same for all of them. */
export type SupplierFaultKind =
  | 'auth'
  | 'clock'
  | 'permission'
  | 'not_found'
  | 'gone'
  | 'rate_limited'
  | 'invalid'
  | 'unavailable'

export interface SupplierFault {
  readonly kind: SupplierFaultKind
  /** Milliseconds that the supplier asks us to wait. */
  readonly retryAfter?: number
  /** What exactly could not be read or was said, in a few words. */
  readonly detail?: string | StoredText
}

/** A call that was made before. */
interface RepeatedCall {
  /** Below the address of the connection. */
  readonly path: string
  /** Null: it is a GET. */
  readonly body: string | null
  /** The code that it was made for; null: for a list or a search. */
  readonly code: string | null
}

/** What every supplier's catalogue can be asked. Methods throw; `classifyError` says what an error means. */
export interface SupplierCatalogue {
  listChanged(cursor: string | null): Promise<ChangedPage>
  /** A page of what its search finds, at most `foundPerPage` of it. */
  search(query: CatalogueQuery): Promise<FoundPage>
  getProduct(code: string): Promise<ProductDraft>
  /** Days from one date to another, both included (ISO dates). */
  getAvailability(code: string, from: string, to: string): Promise<readonly AvailableDay[]>
  /** Asks once more what was read before, with the keys of today. Throws as the others do. */
  repeat(call: RepeatedCall): Promise<unknown>
  classifyError(error: unknown): SupplierFault
}

/** An answer of a supplier that is no product. Thrown by the catalogues. */
export class SupplierError extends Error {
  override readonly name = 'SupplierError'
  readonly fault: SupplierFault

  constructor(fault: SupplierFault) {
    super(fault.detail === undefined ? fault.kind : sayStored(fault.detail))
    this.fault = fault
  }
}

/** Who asks again: the person who reads the sentence, or the job whose log it is in. */
type AskedAgain = 'by hand' | 'by itself'

/** What went wrong and, where someone or something asks again, what comes next, as staff read it. */
export function faultText(supplier: string, fault: SupplierFault, again?: AskedAgain): Said {
  const next = again === undefined ? null : nextText(supplier, fault, again)
  const what = whatText(supplier, fault)
  return next === null ? what : { all: [what, next], between: ' ' }
}

function nextText(supplier: string, { kind }: SupplierFault, again: AskedAgain): StoredText | null {
  const isByHand = again === 'by hand'
  switch (kind) {
    // Their sentences have it.
    case 'auth':
    case 'clock':
      return null
    case 'permission':
      return storedText('Ask {supplier} for access, then retry.', { supplier })
    case 'not_found':
      return isByHand ? storedText('Check it for typos.') : null
    case 'gone':
      return isByHand ? storedText('Retry if it returns.') : null
    case 'rate_limited':
    case 'unavailable':
      return isByHand ? storedText('Retry in a few minutes.') : storedText('We’ll try again automatically.')
    case 'invalid':
      return isByHand
        ? storedText('Nothing was changed. Retry, and report it to {supplier} if it happens again.', { supplier })
        : storedText(
            'Nothing was changed. We’ll try again automatically. Report it to {supplier} if it keeps happening.',
            {
              supplier,
            },
          )
  }
}

function whatText(supplier: string, { kind, detail }: SupplierFault): StoredText {
  switch (kind) {
    case 'auth':
      return storedText('{supplier} refused our key. Check it in the connection settings, then retry.', { supplier })
    case 'clock':
      return storedText('{supplier} says that our clock is wrong. Set the server’s clock, then retry.', { supplier })
    case 'permission':
      return storedText('Our account at {supplier} has no access to this product.', { supplier })
    case 'not_found':
      return storedText('{supplier} has no product with this code.', { supplier })
    case 'gone':
      return storedText('{supplier} no longer sells this product.', { supplier })
    case 'rate_limited':
      return storedText('{supplier} asked us to slow down.', { supplier })
    case 'invalid':
      return detail === undefined
        ? storedText('{supplier} sent an answer we can’t read.', { supplier })
        : storedText('{supplier} sent an answer we can’t read: {detail}.', {
            supplier,
            detail: typeof detail === 'string' ? detail.replace(/\.$/, '') : detail,
          })
    case 'unavailable':
      return storedText('{supplier} didn’t answer.', { supplier })
  }
}

/** The same in the language of the call. */
export const faultSentence = (...fault: Parameters<typeof faultText>): string => sayStored(faultText(...fault))

/** Whether every other call would be refused as well, until someone sets something right. */
export function isOfAllCalls({ kind }: SupplierFault): boolean {
  return kind === 'auth' || kind === 'clock'
}

/** Whether the same call can succeed a little later. */
export function isPassing({ kind }: SupplierFault): boolean {
  return kind === 'rate_limited' || kind === 'unavailable'
}
