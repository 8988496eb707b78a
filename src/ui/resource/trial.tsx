import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnySchema, Endpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { callEndpoint } from './client.web.ts'
import classes from './trial.module.css'

/** A rule as it is in its form, and the stored one that it would replace; null while it is new. */
export interface Tried {
  readonly id: number | null
  readonly draft: Readonly<Record<string, unknown>>
}

/** Statuses of a trial that its dialog reports: the rule is gone, or it lacks something. */
export const quietInTrials = [404, 422] as const

/** Trials run again each time their dialog opens: what a rule is tried on moves on. */
export const alwaysAgain = { staleTime: 0, gcTime: 0, retry: false } as const

/** What a rule that isn't saved yet would do, by an endpoint that takes `{ id, draft }`. */
export function useTrial<P extends AnySchema, Q extends AnySchema, I extends AnySchema, O extends AnySchema>(
  endpoint: Endpoint<P, Q, I, O>,
  { id, draft }: Tried,
): UseQueryResult<z.output<O>> {
  return useQuery({
    queryKey: [endpoint.path, id, draft],
    queryFn: () => callEndpoint(endpoint, { input: { id, draft } as z.input<I>, quiet: quietInTrials }),
    ...alwaysAgain,
  })
}

/** The sentences of a refusal: what the rule still lacks. */
export function TrialProblem({ failure }: { readonly failure: unknown }) {
  return (
    <p role="alert" className={classes['problem']}>
      {failure instanceof FailedRequest
        ? Object.values(failure.body.fields ?? {}).join(' ') || failure.message
        : t('Can’t reach the server.')}
    </p>
  )
}

/** What was found, first of all. */
export function TrialLead({ children }: { readonly children: ReactNode }) {
  return (
    <p role="status" className={classes['lead']}>
      {children}
    </p>
  )
}
