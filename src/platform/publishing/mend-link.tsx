import { t } from '../../core/i18n/language.ts'
import type { Mend } from '../../core/resource/page.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import type { PublicationState } from './publication.endpoints.ts'

type Finding = PublicationState['findings'][number]

/** How long a part of the page that loads by itself is waited for, in milliseconds. */
const PATIENCE_MS = 5_000
const LOOK_EVERY_MS = 50
const CONTROLS =
  'input:not(:disabled, [type="hidden"]), textarea:not(:disabled), select:not(:disabled), [contenteditable="true"], button:not(:disabled), a[href]'

/** What is lacking, as the way to where it is put right. Plain text without the permission to go there. */
export function MendLink({
  resource,
  record,
  finding,
}: {
  resource: AnyResource
  record: AnyRecord
  finding: Finding
}) {
  const [, setQuery] = useRouteQuery()
  const paths = useRecordPaths()
  const mend = mendOf(resource, finding)
  const words = beginning(finding.lack)
  if (mend === null) return <span>{words}</span>
  if ('list' in mend || 'record' in mend) {
    const address = 'list' in mend ? listOf(mend, paths(mend.list, 'list'), record) : pageOf(mend, resource, record)
    return address === null ? <span>{words}</span> : <a href={address}>{words}</a>
  }
  return (
    <button
      type="button"
      onClick={() => {
        setQuery({ locale: finding.locale })
        void goTo(mend, finding.locale)
      }}
    >
      {words}
    </button>
  )

  function pageOf({ record: key }: { record: string }, { fields }: AnyResource, values: AnyRecord): string | null {
    const [field, id] = [fields[key], values[key]]
    return field && 'to' in field && typeof id === 'number' ? paths(String(field.to), 'update', id) : null
  }
}

/** A part of a sentence as one of its own. */
function beginning(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function mendOf({ page }: AnyResource, { key, field, locale }: Finding): Mend | null {
  const check = locale === null ? page?.checks?.find((one) => one.key === key) : undefined
  return check?.mendAt ?? (field === null ? null : { field })
}

function listOf({ by }: { by?: string }, list: string | null, { id }: AnyRecord): string | null {
  if (list === null || by === undefined) return list
  return `${list}?${new URLSearchParams({ filter: JSON.stringify({ [by]: [id] }) }).toString()}`
}

/** Brings it into view and gives it the focus, as soon as it is there. */
async function goTo(mend: { field?: string; part?: string }, locale: string | null): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
    // A form that is hidden behind a translation is drawn before it is shown.
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    const place = placeOf(mend, locale)
    if (!place) continue
    const isControl = place.matches(CONTROLS)
    const target = isControl ? place : ([...place.querySelectorAll<HTMLElement>(CONTROLS)].find(isShown) ?? place)
    if (target === place && !isControl) place.tabIndex = -1
    target.focus({ preventScroll: true })
    // The heading of a part says where one is, so the part comes into view and not only its first control.
    place.scrollIntoView({ block: place.clientHeight > window.innerHeight / 2 ? 'start' : 'center' })
    return
  }
}

function placeOf({ field, part }: { field?: string; part?: string }, locale: string | null): HTMLElement | null {
  const own =
    part === undefined
      ? null
      : document.querySelector<HTMLElement>(
          `#main section[aria-label="${CSS.escape(t(part))}"]:not([aria-busy="true"])`,
        )
  if (own || field === undefined) return own
  if (locale !== null) return shown(document.getElementById(`field-${field}-${locale}`))
  return (
    shown(document.getElementById(`field-${field}`)) ?? shown(document.querySelector(`#main [data-field="${field}"]`))
  )
}

function shown(element: HTMLElement | null): HTMLElement | null {
  return element && isShown(element) ? element : null
}

function isShown(element: HTMLElement): boolean {
  return element.checkVisibility?.() ?? true
}
