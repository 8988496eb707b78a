import type { MessageContent } from '../../../platform/mail/message-content.ts'
import { placeholderOf } from '../../../platform/mail/message-content.ts'
import type { Variables } from './message-kinds.ts'
import { variablesOf } from './message-kinds.ts'

export interface TemplateText {
  readonly subject: string
  readonly body: string
}

/** The customer's links are filled in on the way out, because they grant access. */
export const linkPlaceholder = placeholderOf('changeLink')
export const paymentPlaceholder = placeholderOf('paymentLink')
export const ticketsPlaceholder = placeholderOf('ticketsLink')
const placeholders: readonly string[] = [linkPlaceholder, paymentPlaceholder, ticketsPlaceholder]
/** Whether a message has one of them. */
export const hasPlaceholder = (content: MessageContent) => {
  const text = JSON.stringify(content)
  return placeholders.some((placeholder) => text.includes(placeholder))
}

const inBraces = /\{([A-Za-z]+)\}/g

/** What in a text looks like a variable and is none of its template: `{nme}`, or a brace without its other half. */
export function unknownVariables(key: string | undefined, text: string): readonly string[] {
  const known: ReadonlySet<string> = new Set(variablesOf(key).map(([name]) => `{${name}}`))
  return [...new Set(text.match(/\{[^{}\n]*\}|[{}]/g) ?? [])].filter((found) => !known.has(found))
}

/** A line of a text with its variables filled in; null where it has some and all of them are empty. */
function filledLine(line: string, values: Variables): string | null {
  const used = [...line.matchAll(inBraces)].map(([, name]) => valueOf(values, name ?? ''))
  if (used.length > 0 && used.every((value) => value === '')) return null
  return line.replace(inBraces, (whole, name: string) => valueOf(values, name) ?? whole)
}

/** Undefined for what is no variable. Braces mark a secret in messages on their way, and no name has any. */
function valueOf(values: Variables, name: string): string | undefined {
  if (!Object.hasOwn(values, name)) return undefined
  const value = values[name as keyof Variables]
  return placeholders.includes(value) ? value : value.replaceAll(/[{}]/g, '')
}

/**
 * The message that a template makes for an order. A line of which every variable is empty is left out, so that a visit without
 * a meeting point has no line about it. What is filled in is not read again.
 */
export function composeMessage({ subject, body }: TemplateText, values: Variables): MessageContent {
  const paragraphs = body
    .split(/\n{2,}/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .flatMap((line) => filledLine(line, values) ?? [])
        .join('\n')
        .trim(),
    )
    .filter((paragraph) => paragraph !== '')
  return { subject: filledLine(subject, values)?.trim() || values.reference, paragraphs, isForCustomers: true }
}
