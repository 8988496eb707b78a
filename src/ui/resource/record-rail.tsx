import type { RefObject } from 'react'
import { useEffect, useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { openHistory } from './history-opening.web.ts'
import classes from './record-rail.module.css'

interface Entry {
  readonly id: string
  readonly label: string
}

/** Sections that are parts of others, or are shown beside the work, are not places of their own. */
const places = '[data-rail] > section[aria-label], [data-rail] > :not(section[aria-label]) > section[aria-label]'

interface RecordRailProps {
  within: RefObject<HTMLElement | null>
  /** The page has a command for the record's history. */
  hasHistory: boolean
}

/**
 * The sections of a long record, each a link; the one in view is marked. Panels come and go, so it follows the page. Last
 * comes what people look for in every record, its history, which opens beside the work.
 */
export function RecordRail({ within, hasHistory }: RecordRailProps) {
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const [current, setCurrent] = useState<string | null>(null)

  useEffect(() => {
    const root = within.current
    if (!root) return
    const sections = () => [...root.querySelectorAll<HTMLElement>(places)]
    const read = () =>
      setEntries((before) => {
        const found = sections().map((section, place) => {
          section.id ||= `section-${place + 1}`
          return { id: section.id, label: section.getAttribute('aria-label') ?? '' }
        })
        return JSON.stringify(found) === JSON.stringify(before) ? before : found
      })
    const follow = () => {
      const passed = sections().filter((section) => section.getBoundingClientRect().top < 140)
      setCurrent((passed.at(-1) ?? sections()[0])?.id ?? null)
    }
    // Asked for at once, the place of a section would make a page that is just changing lay itself out twice.
    let frame = requestAnimationFrame(follow)
    const watch = new MutationObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        read()
        follow()
      })
    })
    watch.observe(root, { childList: true, subtree: true })
    read()
    window.addEventListener('scroll', follow, { passive: true })
    return () => {
      watch.disconnect()
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', follow)
    }
  }, [within])

  return (
    <nav className={classes['rail']} aria-label={t('Sections')}>
      {entries.length > 2 && (
        <ul>
          {entries.map(({ id, label }) => (
            <li key={id}>
              <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
                {label}
              </a>
            </li>
          ))}
          {hasHistory && (
            <li>
              <button type="button" aria-haspopup="dialog" onClick={openHistory}>
                {t('History')}
              </button>
            </li>
          )}
        </ul>
      )}
    </nav>
  )
}
