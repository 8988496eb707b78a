import type { MessageContent } from './message-content.ts'
import { fillIn } from './message-content.ts'

/** A message as it is in the outbox. */
export interface StoredMessage {
  id: number
  subject: string
  content: Omit<MessageContent, 'subject'>
  secrets: Record<string, string>
  status: string
}

/** Secrets that were wiped cannot be filled in again. */
export function isSpent({ content, secrets }: Pick<StoredMessage, 'content' | 'secrets'>): boolean {
  let isMissing = false
  fillIn({ subject: '', ...content }, (key) => {
    isMissing ||= !Object.hasOwn(secrets, key)
    return ''
  })
  return isMissing
}
