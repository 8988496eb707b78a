/**
 * What a message says, free of any form: the same content becomes plain text, HTML and a preview. Words in double
 * braces (`{{code}}`) stand for secrets, which are filled in on the way out and kept no longer than that.
 */
export interface MessageContent {
  /** One line, at most 200 characters. */
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** Something to copy, shown large and apart from the text. */
  readonly code?: string
  /** Where to go, as a path of the console. Left out of what is sent while PUBLIC_URL is not set. */
  readonly action?: { readonly label: string; readonly path: string }
  /** What comes after code and action. */
  readonly closing?: readonly string[]
  /** Files that go with it. Their bytes are read when it leaves, so they must be ones that never change. */
  readonly attachments?: readonly Attachment[]
  /** Messages to staff end with a note that they are for staff; messages to customers don't. */
  readonly isForCustomers?: boolean
}

interface Attachment {
  readonly name: string
  /** Its media type. */
  readonly type: string
  /** Which feature has it, and under which key there. */
  readonly source: string
  readonly key: string
}

/** One kind of message. Lives in the area that sends it. */
export interface MessageTemplate<Data extends Readonly<Record<string, unknown>>> {
  /** Kebab-case, for good: it is stored. */
  readonly name: string
  /** What people call such messages, in their language: use `t`. */
  readonly label: () => string
  /**
   * The keys whose values grant access: sign-in codes, links that are proof by themselves. Previews hide them, and they
   * are wiped once the message is sent. `write` gets a placeholder in their place.
   */
  readonly secrets?: readonly (keyof Data & string)[]
  write(data: Data): MessageContent
}

const kinds = new Map<string, MessageTemplate<never>['label']>()

/** Declares a kind of message. At module level, so that every kind is known from the start. */
export function defineMessage<Data extends Readonly<Record<string, unknown>>>(
  template: MessageTemplate<Data>,
): MessageTemplate<Data> {
  kinds.set(template.name, template.label)
  return template
}

/** Every kind there is, in the reader's language. */
export function knownKinds(): { readonly name: string; readonly label: string }[] {
  return [...kinds].map(([name, label]) => ({ name, label: label() }))
}

/** The placeholder of a secret until it is filled in. */
export function placeholderOf(key: string): string {
  return `{{${key}}}`
}

/** Fills in secrets; `value` gets a secret's key and answers with what to show for it. */
export function fillIn(content: MessageContent, value: (key: string) => string): MessageContent {
  const fill = (text: string) => text.replace(/\{\{([A-Za-z]+)\}\}/g, (_, key: string) => value(key))
  return {
    subject: content.subject,
    paragraphs: content.paragraphs.map(fill),
    ...(content.code !== undefined && { code: fill(content.code) }),
    ...(content.action && { action: { label: content.action.label, path: fill(content.action.path) } }),
    ...(content.closing && { closing: content.closing.map(fill) }),
    ...(content.attachments && { attachments: content.attachments }),
    ...(content.isForCustomers && { isForCustomers: true }),
  }
}
