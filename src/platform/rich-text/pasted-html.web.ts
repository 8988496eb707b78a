type Policy = { createHTML(text: string): unknown }

/**
 * What is pasted is read in a document that has no window: nothing in it runs or is fetched. Only what the editor's own rules
 * pick from it gets onto the page, so this is the one place where the page's ban on markup from strings is lifted.
 */
let policy: Policy | undefined
const factory = (
  window as { trustedTypes?: { createPolicy(name: string, rules: { createHTML(text: string): string }): Policy } }
).trustedTypes

/**
 * Removes styles and handlers: none of them can run, but the browser would report each one to the server as a violation
 * of the page's policy.
 */
function quiet(html: string): string {
  return html
    .replace(/<style[\s\S]*?<\/style>/gi, '')
    .replace(/<[^>]*>/g, (tag) =>
      tag.replace(/([\s/])style\s*=/gi, '$1data-style=').replace(/([\s/])on[a-z]+\s*=/gi, '$1data-handler='),
    )
}

function inert(html: string): Document {
  policy ??= factory?.createPolicy('app', { createHTML: (text) => text }) ?? { createHTML: (text) => text }
  // Edge: a browser without Trusted Types takes the text itself.
  return new DOMParser().parseFromString(policy.createHTML(quiet(html)) as string, 'text/html')
}

const paragraphOfList = 'p[class*="MsoListParagraph"]'
const numbered = /^\s*(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]/i

/** Word writes the items of a list as paragraphs with a mark in front, which it hides from other programs. */
function gatherWordLists(document: Document): void {
  let list: HTMLElement | null = null
  for (const paragraph of document.querySelectorAll<HTMLElement>(paragraphOfList)) {
    const mark = paragraph.querySelector('[data-style*="mso-list"]')
    const name = numbered.test(mark?.textContent ?? '') ? 'ol' : 'ul'
    mark?.remove()
    const item = document.createElement('li')
    item.append(...paragraph.childNodes)
    if (list === null || list.nextElementSibling !== paragraph || list.localName !== name) {
      list = document.createElement(name)
      paragraph.before(list)
    }
    list.append(item)
    paragraph.remove()
  }
}

/** Documents on the web say bold by style; the outermost element of a copy from them says it falsely. */
function sayStyles(document: Document): void {
  for (const element of document.querySelectorAll(
    'b[data-style*="font-weight:normal"], b[data-style*="font-weight: normal"]',
  ))
    element.replaceWith(...element.childNodes)
  for (const span of document.querySelectorAll('span[data-style]')) {
    const style = span.getAttribute('data-style') ?? ''
    const names = [
      ...(/font-weight:\s*(?:bold|[6-9]00)/.test(style) ? ['strong'] : []),
      ...(/font-style:\s*italic/.test(style) ? ['em'] : []),
    ]
    for (const name of names) {
      const wrapper = document.createElement(name)
      wrapper.append(...span.childNodes)
      span.append(wrapper)
    }
  }
}

/** The body of the pasted document, without what only its source program understands. */
export function pastedBody(html: string): HTMLElement {
  const document = inert(html)
  for (const element of document.querySelectorAll(
    'style, script, title, meta, link, xml, template, noscript, svg, math, object, iframe',
  ))
    element.remove()
  const comments = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT)
  const found: Node[] = []
  while (comments.nextNode()) found.push(comments.currentNode)
  for (const comment of found) comment.parentNode?.removeChild(comment)
  gatherWordLists(document)
  sayStyles(document)
  return document.body
}
