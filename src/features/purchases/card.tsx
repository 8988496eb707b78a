import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/resource/record-heading.tsx'
import classes from './order.module.css'

interface CardProps {
  readonly title: string
  /** At the end of the title row. */
  readonly end?: ReactNode
  readonly children: ReactNode
}

/** A part of an order's page. */
export function Card({ title, end, children }: CardProps) {
  return (
    <section className={classes['card']} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {end}
      </header>
      {children}
    </section>
  )
}

/** Facts under each other; those without a value are left out. */
export function FactList({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  const filled = facts.filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
  if (filled.length === 0) return null
  return (
    <dl className={classes['facts']}>
      {filled.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A reference that people pass on, with the button that copies it. */
export function Code({ text }: { text: string }) {
  return (
    <span className={classes['code']}>
      <span>{text}</span>
      <CopyButton text={text} />
    </span>
  )
}
