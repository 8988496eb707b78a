import { msg, t } from '../../kit/language.ts'
import type { Publication } from '../../kit/page.ts'
import { publications, publicationSteps } from '../../kit/page.ts'
import type { AnyResource } from '../../kit/resource.ts'

/** What can be done to many pages at once, each by the rules of doing it to one. */
export const pageActions = ['publish', 'plan', 'unpublish', 'archive-page'] as const
export type PageAction = (typeof pageActions)[number]

/** Those that are done at once. */
export type PageStep = Exclude<PageAction, 'plan'>

/** What a page is then. */
export const stateAfter: Readonly<Record<PageStep, Publication>> = { publish: 'published', unpublish: 'unpublished', 'archive-page': 'archived' }

/** The steps that a resource's records can take, where it is one of pages and has no command of that name itself. */
export function pageActionsOf({ page, operations, actions = {} }: AnyResource): readonly PageAction[] {
  return page && operations.includes('read') && operations.includes('update') ? pageActions.filter((name) => !Object.hasOwn(actions, name)) : []
}

export function isPageAction(resource: AnyResource, action: string): action is PageAction {
  return pageActionsOf(resource).some((name) => name === action)
}

/** Those of the steps that at least one of some records could take; all of them where nobody knows where the records stand. */
export function pageActionsFor(resource: AnyResource, records: readonly Readonly<Record<string, unknown>>[] | null): readonly PageAction[] {
  const all = pageActionsOf(resource)
  const states = records?.map(({ publication }) => publications.find((state) => state === publication))
  if (!states || states.includes(undefined)) return all
  return all.filter((name) => states.some((state) => state !== undefined && (
    // What is public already can still have its end planned.
    name === 'plan' ? state === 'published' || publicationSteps[state].includes('published') : publicationSteps[state].includes(stateAfter[name]))))
}

/** Who may do it to one page: the action needed on the resource's object. */
export function grantOf(action: PageAction): 'write' | 'publish' {
  return action === 'archive-page' ? 'write' : 'publish'
}

const commands = { publish: msg('Publish'), plan: msg('Plan'), unpublish: msg('Take down'), 'archive-page': msg('Archive') } satisfies Record<PageAction, string>
const done = { publish: msg('published'), plan: msg('planned'), unpublish: msg('taken down'), 'archive-page': msg('archived') } satisfies Record<PageAction, string>

export function pageCommandWords(action: PageAction): string {
  return t(commands[action])
}

export function pageDoneWords(action: PageAction): string {
  return t(done[action])
}
