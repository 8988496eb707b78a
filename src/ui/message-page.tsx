import type { ReactNode } from 'react'
import classes from './message-page.module.css'

export interface MessagePageProps {
  /** The route title, as the page's only h1. */
  title: string
  screen: string
  /** A picture above the title. */
  picture?: ReactNode
  /** One or more paragraphs. */
  children: ReactNode
  /** Buttons and links below. */
  actions?: ReactNode
}

/** A page that says one thing: that something is not here, not allowed, or went wrong, and what to do next. */
export function MessagePage({ title, screen, picture, children, actions }: MessagePageProps) {
  return (
    <main id="main" className={classes['page']} data-screen={screen} tabIndex={-1}>
      <div className={classes['card']}>
        {picture}
        <h1 className={classes['title']}>{title}</h1>
        <div className={classes['text']}>{children}</div>
        {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
      </div>
    </main>
  )
}
