import { isMissingFile } from '../../ui/missing-file.web.ts'

// A console that stays open while a new version is installed asks for files of the old one, which are gone.

/** In milliseconds. Failing again so soon means that the files are not old but out of reach. */
const patience = 60_000
const key = 'marquee:reloaded-at'

/**
 * Loads a screen; where its files are gone, opens the address again, once, so that the person gets the present version
 * and not an error. Drafts are kept by their forms. The promise never settles while the browser is leaving.
 */
export async function loadScreen<Screen>(
  load: () => Promise<Screen>,
  address: string,
  browser: Pick<Window, 'sessionStorage' | 'location'> = window,
): Promise<Screen> {
  try {
    return await load()
  } catch (error) {
    const last = Number(browser.sessionStorage.getItem(key) ?? 0)
    if (!isMissingFile(error) || Date.now() - last < patience) throw error
    browser.sessionStorage.setItem(key, String(Date.now()))
    browser.location.assign(address)
    return new Promise(() => {})
  }
}
