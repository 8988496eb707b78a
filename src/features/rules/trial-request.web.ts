import { t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'

export interface TrialProps {
  readonly id: number | null
  readonly draft: Record<string, unknown>
  readonly onClose: () => void
}

/** The sentences of a refusal: what the rule still lacks. */
export function problemOf(failure: unknown): string {
  return failure instanceof FailedRequest
    ? Object.values(failure.body.fields ?? {}).join(' ') || failure.message
    : t('Can’t reach the server.')
}

export type Asked = Omit<TrialProps, 'onClose'>

/** Trials run again each time the dialog opens: events and prices move on. */
export const again = { staleTime: 0, gcTime: 0, retry: false } as const

export const quiet = [404, 422] as const
