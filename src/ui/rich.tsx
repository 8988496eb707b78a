import { Fragment, type ReactNode } from 'react'
import { t } from '../core/i18n/language.ts'

/**
 * A sentence with elements in it: `rich('Your role is {role}.', { role: <code>{role}</code> })`. The order of words is
 * the translation's, so each element goes where its placeholder is.
 */
export function rich(text: string, elements: Readonly<Record<string, ReactNode>>): ReactNode {
  const names = Object.keys(elements)
  // Marks of the private use area are placeholders for the elements, because no text and no value has them.
  const marked = t(
    text,
    Object.fromEntries(
      names.map((name, index) => {
        const element = elements[name]
        return [name, typeof element === 'number' || typeof element === 'string' ? element : `\ue000${index}\ue001`]
      }),
    ),
  )
  return marked
    .split(/\ue000(\d+)\ue001/)
    .map((part, index) => (
      <Fragment key={index}>{index % 2 === 0 ? part : elements[names[Number(part)] ?? '']}</Fragment>
    ))
}
