import { msg, t } from '../../core/i18n/language.ts'
import type { Publication } from '../../core/resource/page.ts'
import { publications, publicationSteps } from '../../core/resource/page.ts'
import type { AnyResource } from '../../core/resource/resource.ts'

/** What can be done to many pages at once, each by the rules of doing it to one. */
export const pageActions = ['publish', 'plan', 'unpublish', 'archive-page'] as const
export type PageAction = (typeof pageActions)[number]

/** Those that are done at once. */
export type PageStep = Exclude<PageAction, 'plan'>

/** The state of a page after each step. */
export const stateAfter: Readonly<Record<PageStep, Publication>> = {
  publish: 'published',
  unpublish: 'unpublished',
  'archive-page': 'archived',
}

/**
 * The steps that a resource's records can take, where it is one of pages and has no command of that name itself.
 */
function pageActionsOf({ page, operations, actions = {} }: AnyResource): readonly PageAction[] {
  return page && operations.includes('read') && operations.includes('update')
    ? pageActions.filter((name) => !Object.hasOwn(actions, name))
    : []
}

export function isPageAction(resource: AnyResource, action: string): action is PageAction {
  return pageActionsOf(resource).some((name) => name === action)
}

/** The page actions that at least one of the given records allows; all of them when a record's state is unknown. */
export function pageActionsFor(
  resource: AnyResource,
  records: readonly Readonly<Record<string, unknown>>[] | null,
): readonly PageAction[] {
  const all = pageActionsOf(resource)
  const states = records?.map(({ publication }) => publications.find((state) => state === publication))
  if (!states || states.includes(undefined)) return all
  return all.filter((name) =>
    states.some(
      (state) =>
        state !== undefined &&
        // A published page can still get a planned end.
        (name === 'plan'
          ? state === 'published' || publicationSteps[state].includes('published')
          : publicationSteps[state].includes(stateAfter[name])),
    ),
  )
}

/** The permission needed to do it to one page: the action on the resource's object. */
export function grantOf(action: PageAction): 'write' | 'publish' {
  return action === 'archive-page' ? 'write' : 'publish'
}

const commands = {
  publish: msg('Publish'),
  plan: msg('Schedule publishing of'),
  unpublish: msg('Unpublish'),
  'archive-page': msg('Archive'),
} satisfies Record<PageAction, string>
const done = {
  publish: msg('published'),
  plan: msg('scheduled'),
  unpublish: msg('unpublished'),
  'archive-page': msg('archived'),
} satisfies Record<PageAction, string>

export function pageCommandWords(action: PageAction): string {
  return t(commands[action])
}

export function pageDoneWords(action: PageAction): string {
  return t(done[action])
}
