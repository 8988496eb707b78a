import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import type { LiveConnection } from '../../platform/realtime/live-connection.web.ts'
import { readToken } from '../../core/browser/cookies.web.ts'
import { keepDrafts } from '../../core/browser/drafts.web.ts'
import { http, ownTab } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import { clearSession, currentSession, loadSession, sessionFor } from '../../core/browser/session.web.ts'
import { applyDirection } from '../../ui/direction.web.ts'
import { justRead } from '../../ui/resource/client.web.ts'
import { askToSignInAgain } from '../../ui/resource/fresh-sign-in.web.ts'
import { keepFocus } from '../../ui/focus-keeper.web.ts'
import { holdKeys, letGoOfKeys, typeIntoForm } from '../../ui/held-keys.web.ts'
import { confirmBox, messageBoxes } from '../../ui/message-box-store.web.ts'
import { MessageBoxes } from '../../ui/message-boxes.tsx'
import { pageNonce } from '../../ui/nonce.web.ts'
import { finishProgress, startProgress } from '../../ui/progress-bar.web.ts'
import { UiProvider } from '../../ui/provider.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { refuseMarkup } from '../../ui/trusted-types.web.ts'
import { oncePresent } from '../../ui/presence.web.ts'
import { ConsoleContext } from './console-context.tsx'
import { followPermissions } from './follow-permissions.web.ts'
import { checkSession } from './guard.web.ts'
import { leaveMessage } from './left-messages.web.ts'
import { followLinks } from './links.web.ts'
import { isTurningLanguage } from '../locales/choose-language.web.ts'
import { startLanguage } from '../locales/start-language.web.ts'
import { consolePages, createConsoleRouter } from './router.tsx'
import { initiallyOpen } from '../menu.ts'
import { makesNew } from '../palette/creations.web.ts'
import { sitemap } from '../sitemap.web.ts'

declare global {
  interface Window {
    /** Where libraries that add style sheets at run time look for the page's nonce. */
    __webpack_nonce__?: string
  }
}

refuseMarkup()
window.__webpack_nonce__ = pageNonce()
applyDirection()
await startLanguage()

// Once the session is gone nothing on the page can be saved any more, and what Re-Login keeps is safe already: the
// browser must not ask whether to stay. Registered before the router, whose own question this one answers.
window.addEventListener(
  'beforeunload',
  (event) => {
    if (readToken() === null || isTurningLanguage()) event.stopImmediatePropagation()
  },
  { capture: true },
)

// Unsaved input survives a reload, in this tab and for the same user. After logging out there is no user to keep it
// for.
window.addEventListener('pagehide', () => {
  if (readToken() !== null) keepDrafts()
})

const queryClient = new QueryClient({
  // The client has already shown the failure; retrying by itself would show it twice.
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: justRead },
    mutations: { retry: false },
  },
})

const router = createConsoleRouter({
  sitemap,
  initiallyOpen,
  check: (path, fullPath) =>
    checkSession(path, fullPath, {
      readToken,
      sessionFor,
      loadSession(token) {
        // Anything cached belongs to the previous user.
        queryClient.clear()
        return loadSession(token, () => {
          const notice = toast.info(t('The server is busy. Trying again…'), { duration: 0 })
          return () => notice.close()
        })
      },
      clearSession,
      leaveMessage,
      goTo: (address) => window.location.replace(address),
      finishProgress,
    }),
})

http.presentFailuresWith({
  showError: (text, milliseconds) => toast.error(text, { duration: milliseconds, group: true }),
  async confirmLogout() {
    const { action } = await confirmBox(
      t('You have been logged out, you can cancel to stay on this page, or log in again'),
      t('Confirm logout'),
      { type: 'warning', confirmText: t('Re-Login'), cancelText: t('Cancel') },
    )
    return action === 'confirm'
  },
  confirmFreshSignIn: askToSignInAgain,
})

router.subscribe('onBeforeNavigate', ({ pathChanged, hrefChanged }) => {
  if (pathChanged) {
    holdKeys()
    startProgress()
  }
  if (hrefChanged) messageBoxes.closeForNavigation()
})
router.subscribe('onResolved', ({ pathChanged, fromLocation, toLocation }) => {
  finishProgress()
  if (pathChanged && fromLocation) {
    window.scrollTo(0, 0)
    const main = document.getElementById('main')
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
  }
  // Another page has been asked for since: what is typed is meant for that one.
  if (toLocation.pathname !== router.latestLocation.pathname) return
  const page = router.state.matches.at(-1)?.staticData.page
  if (pathChanged && page && makesNew(page)) typeIntoForm()
  else letGoOfKeys()
})

// Another tab can have signed in or out in the meantime: this one must not go on with the previous user's menu.
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && currentSession() !== null && readToken() !== currentSession()?.token) void router.invalidate()
})

keepFocus()

let live: LiveConnection | null = null

followPermissions(
  () => {
    // The current screen was read under the old permissions; it is read again when it is next looked at.
    void queryClient.invalidateQueries({ refetchType: 'none' })
    void router.invalidate()
  },
  () => live?.isOpen() ?? false,
)

followLinks(router, sitemap)
oncePresent(() => void import('./fetch-ahead.web.ts').then((ahead) => ahead.fetchAhead(consolePages(sitemap))))

// Only once the page is there: until then nothing can have changed behind it.
window.addEventListener('load', () => {
  void import('../../platform/realtime/live-connection.web.ts').then(
    ({ connectLive }) => {
      // Its own idea of being online is the browser's, which knows nothing of the server.
      onlineManager.setEventListener(() => undefined)
      live = connectLive({
        http,
        ownTab,
        readToken,
        currentSession,
        setOnline: (isOnline) => onlineManager.setOnline(isOnline),
      })
    },
    () => null,
  )
})
const OfflineBanner = lazy(async () => ({ default: (await import('../../ui/offline-banner.tsx')).OfflineBanner }))

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <UiProvider>
        <ConsoleContext sitemap={sitemap}>
          <RouterProvider router={router} />
        </ConsoleContext>
        <MessageBoxes />
        <Suspense>
          <OfflineBanner />
        </Suspense>
      </UiProvider>
    </QueryClientProvider>,
  )
}
