// A browser that leaves the page breaks its open calls off; that is not a failure to report on the way out.
let isLeaving = false

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => {
    isLeaving = true
  })
  window.addEventListener('pageshow', () => {
    isLeaving = false
  })
}

/** Whether the browser is on its way to another page. */
export const isLeavingPage = () => isLeaving
