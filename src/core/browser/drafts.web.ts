import { isRecord } from './request-errors.web.ts'

/**
 * Unsaved edits that outlive a forced sign-in. A form registers itself while it is on screen; Re-Login writes the
 * contents of the registered forms into this tab's storage, and after signing in again the same user gets them back
 * once.
 */
const STORAGE_KEY = 'marquee.drafts'

export interface DraftSource {
  /** Names the form, e.g. its resource and record: `coupons/17`. The same key asks for the draft afterwards. */
  readonly key: string
  /** The unsaved values, without secrets; undefined when there is nothing to keep. Must survive JSON. */
  read(): unknown
}

interface StoredDrafts {
  readonly owner: string
  readonly drafts: Readonly<Record<string, unknown>>
}

const sources = new Set<DraftSource>()
let owner: string | null = null

/** Registers a form's unsaved edits; the function returned takes it off again. */
export function registerDraft(source: DraftSource): () => void {
  sources.add(source)
  return () => {
    sources.delete(source)
  }
}

/** Sets whose edits these are. Drafts that another user left in this tab are wiped at once. */
export function setDraftOwner(email: string): void {
  owner = email
  if (stored()?.owner !== email) wipeDrafts()
}

/** Stores the contents of every registered form. Without an owner, or with nothing unsaved, it stores nothing. */
export function keepDrafts(): void {
  if (owner === null) return
  const drafts: Record<string, unknown> = { ...stored()?.drafts }
  for (const source of sources) {
    const values = source.read()
    if (values !== undefined) drafts[source.key] = values
  }
  if (Object.keys(drafts).length > 0) write({ owner, drafts })
}

/** The draft kept under this key for the person signed in, or undefined. It is handed out once. */
export function takeDraft(key: string): unknown {
  const found = stored()
  if (!found || owner === null || found.owner !== owner || !Object.hasOwn(found.drafts, key)) return undefined
  const { [key]: draft, ...rest } = found.drafts
  if (Object.keys(rest).length > 0) write({ owner, drafts: rest })
  else wipeDrafts()
  return draft
}

/** Forgets every draft, as logging out does. */
export function wipeDrafts(): void {
  withStorage((storage) => storage.removeItem(STORAGE_KEY))
}

function stored(): StoredDrafts | null {
  const text = withStorage((storage) => storage.getItem(STORAGE_KEY))
  if (!text) return null
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) && typeof value['owner'] === 'string' && isRecord(value['drafts'])
      ? { owner: value['owner'], drafts: value['drafts'] }
      : null
  } catch {
    return null
  }
}

function write(drafts: StoredDrafts): void {
  withStorage((storage) => storage.setItem(STORAGE_KEY, JSON.stringify(drafts)))
}

// A browser can refuse storage altogether (blocked cookies, a full quota): a lost draft must not stop the sign-in.
function withStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(window.sessionStorage)
  } catch {
    return null
  }
}
