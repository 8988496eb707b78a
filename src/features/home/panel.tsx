import type { ReactNode } from 'react'
import type { HomePanel } from './home-labels.ts'
import classes from './home.module.css'

interface PanelProps {
  name: HomePanel
  title: string
  note?: ReactNode
  /** Controls at the end of the title. */
  tools?: ReactNode
  children: ReactNode
}

/** A card of the home page. */
export function Panel({ name, title, note, tools, children }: PanelProps) {
  return (
    <section className={classes['panel']} data-panel={name} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {note !== undefined && <span className={classes['note']}>{note}</span>}
        <span className={classes['spring']} />
        {tools}
      </header>
      {children}
    </section>
  )
}
