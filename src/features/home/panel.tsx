import type { ReactNode } from 'react'
import type { HomePanel } from './home-labels.ts'
import classes from './home.module.css'

interface PanelProps {
  name: HomePanel
  title: string
  note?: ReactNode
  /** Controls at the end of the title. */
  tools?: ReactNode
  /** Said in the panel’s only line, where it has nothing to show. */
  none?: string | false
  children?: ReactNode
}

/** A card of the home page. */
export function Panel({ name, title, note, tools, none, children }: PanelProps) {
  return (
    <section className={classes['panel']} data-panel={name} data-empty={Boolean(none)} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {note !== undefined && <span className={classes['note']}>{note}</span>}
        {none && <span>{none}</span>}
        <span className={classes['spring']} />
        {tools}
      </header>
      {children}
    </section>
  )
}
