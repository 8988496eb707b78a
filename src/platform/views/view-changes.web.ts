import { t } from '../../core/i18n/language.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { usePage } from '../../ui/page-context.tsx'
import { http } from '../../core/browser/http-client.web.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { noView, SavedView } from '../../core/list/saved-views.ts'
import { savedViewsPath } from '../../core/list/saved-views.ts'
import type { ListViews } from '../../ui/resource/saved-views.web.ts'

/** Refusals that are shown here instead of by the client. */
const quiet = [403, 404, 409, 412, 422] as const

type ViewDraft = Partial<Pick<SavedView, 'name' | 'query' | 'isShared'>>

/** One request about a view; always says which version it is about. */
export async function sendView(method: string, path: string, body: unknown, view?: SavedView): Promise<SavedView> {
  const headers = view && { 'If-Match': `"${view.version}"` }
  return (await http.request(method, `${savedViewsPath}${path}`, { body, quiet, ...(headers && { headers }) }))
    .data as SavedView
}

export interface ViewChanges {
  /** False, and said, where the server refuses. */
  change(view: SavedView, draft: ViewDraft, done: string): Promise<boolean>
  remove(view: SavedView): Promise<boolean>
  setDefault(view: number | typeof noView | null): Promise<boolean>
}

/** What can be done to the views of a list without asking further. */
export function useViewChanges(resource: AnyResource, views: ListViews): ViewChanges {
  const { screen: list } = usePage()

  async function attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (failure) {
      if (failure instanceof FailedRequest && !failure.shown) {
        toast.error(
          failure.status === 412
            ? t('This view changed. It has been loaded again: check it, and repeat your change.')
            : failure.message,
        )
      }
      await views.refresh()
      return false
    }
  }

  return {
    change: (view, draft, done) =>
      attempt(async () => {
        const saved = await sendView('PATCH', `/${view.id}`, draft, view)
        await views.refresh(saved)
        toast.success(done)
      }),
    remove: (view) =>
      attempt(async () => {
        await sendView('DELETE', `/${view.id}`, undefined, view)
        views.name(null)
        await views.refresh()
      }),
    setDefault: (view) =>
      attempt(async () => {
        await http.request('PUT', `${savedViewsPath}/own-default`, {
          body: { resource: resource.name, list, view },
          quiet,
        })
        await views.refresh()
        toast.success(
          view === null ? t('The list opens with your role’s view') : t('The list opens with this view from now on'),
        )
      }),
  }
}
