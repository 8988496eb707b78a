import type { ReactNode } from 'react'
import classes from './link-markers.module.css'
import { t } from '../core/i18n/language.ts'

/** A part of a text with link markers, as `parseLinkMarkers` gives it. */
export type LinkMarkerPart<Target> =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly element: string; readonly target: Target | null }

export interface LinkMarkersProps<Target> {
  parts: readonly LinkMarkerPart<Target>[]
  /** The address that a target leads to; null where there is none. Only web addresses and paths become links. */
  hrefOf?: (target: Target) => string | null
}

/** A stored text with its links, as React nodes: nothing in the text is ever read as markup. */
export function LinkMarkers<Target>({ parts, hrefOf }: LinkMarkersProps<Target>) {
  return (
    <span className={classes['text']}>
      {parts.map((part, index) => (
        <Part key={index} {...{ part, hrefOf }} />
      ))}
    </span>
  )
}

function Part<Target>({ part, hrefOf }: { part: LinkMarkerPart<Target>; hrefOf: LinkMarkersProps<Target>['hrefOf'] }) {
  if (part.kind === 'text') return part.text
  const label: ReactNode = part.text === '' ? part.element : part.text
  if (part.target === null) {
    return (
      <span
        className={classes['broken']}
        title={t('Broken link: "{element}" is not a known link', { element: part.element })}
      >
        {label}
        <span className="visually-hidden">
          {' '}
          {t('(broken link: {element} is not a known link)', { element: part.element })}
        </span>
      </span>
    )
  }
  const href = hrefOf?.(part.target) ?? null
  if (href === null || !/^(https?:\/\/|\/(?![/\\]))/.test(href)) {
    return (
      <span className={classes['marker']} title={part.element}>
        {label}
      </span>
    )
  }
  return (
    <a className={classes['marker']} href={href} title={part.element}>
      {label}
    </a>
  )
}
