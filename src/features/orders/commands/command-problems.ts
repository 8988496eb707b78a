import type { CommandName, Drafts } from './command-drafts.ts'

type Problems = Readonly<Record<string, string>>

/** The first problem with a field or with an entry in it, such as one of several seats. */
export const problemIn = (problems: Problems, field: string) =>
  problems[field] ?? Object.entries(problems).find(([path]) => path.startsWith(`${field}.`))?.[1]

/** Fields that a form has only after some choices, and those that it never has. */
const choiceFields: {
  readonly [N in CommandName]?: (draft: Drafts[N]) => { readonly [K in keyof Drafts[N]]?: boolean }
} = {
  'refund': ({ kind, destination }) => ({
    amount: kind === 'goodwill',
    lines: kind === 'lines',
    iban: destination === 'bank_transfer',
  }),
  'retry-refund': ({ destination }) => ({ iban: destination === 'bank_transfer' }),
  'record-transfer': () => ({ isReturned: false }),
  'resolve-oversell': ({ outcome }) => ({
    listingId: outcome === 'replace',
    consent: outcome === 'replace',
    paidBy: outcome === 'refund',
    credit: outcome === 'replace' || outcome === 'refund',
    note: outcome === 'dismiss',
  }),
}

type AnyDraft = Readonly<Record<string, unknown>>

/** Whether the form has a field for what is wrong now. */
export function shows(name: CommandName, draft: AnyDraft, path: string): boolean {
  const [field = ''] = path.split('.')
  // Edge: draft and fields are of the same command, which only its name says here.
  const chosen = (choiceFields[name] as undefined | ((draft: AnyDraft) => Readonly<Record<string, boolean>>))?.(draft)
  return Object.hasOwn(draft, field) && (chosen?.[field] ?? true)
}
