import type { Json } from '../core/http/openapi-schemas.server.ts'

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly schema?: Json
}
type Body = { readonly $ref?: string; readonly content?: { readonly 'application/json'?: { readonly schema: Json } } }
interface Operation {
  readonly 'summary': string
  readonly 'tags': readonly [string]
  readonly 'x-scope'?: string
  readonly 'x-access'?: string
  readonly 'security'?: readonly Json[]
  readonly 'parameters'?: readonly Parameter[]
  readonly 'requestBody'?: Body
  readonly 'responses': Readonly<Record<string, Body>>
}
/** The calls of one path, and the parameters that they share. */
type Methods = Readonly<Record<string, Operation>> & { readonly parameters?: readonly Parameter[] }
interface Api {
  readonly paths: Readonly<Record<string, Methods>>
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly components: {
    readonly schemas: Readonly<Record<string, Json>>
    readonly parameters?: Readonly<Record<string, Parameter>>
    readonly responses?: Readonly<Record<string, Body>>
    readonly requestBodies?: Readonly<Record<string, Body>>
  }
}
/** One of the documents on the page: `prefix` keeps its anchors apart from those of the other. */
interface Part {
  readonly api: Api
  readonly prefix: string
  readonly isKeyed: boolean
}

/** Both documents on one page, for people; that of the console is left out for those who can't read it. */
export function referencePage(admin: Json | null, discovery: Json, product: string): string {
  const console: Part | null = admin && { api: admin as unknown as Api, prefix: '', isKeyed: false }
  const partners: Part = { api: discovery as unknown as Api, prefix: 'v1-', isKeyed: true }
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference - ${escape(product)} Admin</title><style>${style}</style></head><body>
<nav aria-label="Areas">${console ? `<strong>Admin API</strong><a href="/openapi.json">openapi.json</a>${linksOf(console)}` : ''}
<strong>Discovery API</strong><a href="/v1/openapi.json">v1/openapi.json</a>${linksOf(partners)}</nav>
<main><h1>API reference</h1>${console ? adminSection(console) : ''}
<h2 id="discovery-api">Discovery API</h2><p>Send an API user’s key as <code>Authorization: Bearer mk_live_…</code>. Lists answer <code>{ data, next }</code>:
send <code>next</code> as <code>cursor</code> for the page behind it. For programs: <a href="/v1/openapi.json">/v1/openapi.json</a>.</p>
${sectionsOf(partners)}</main></body></html>`
}

function adminSection(console: Part): string {
  return `<h2>Admin API</h2><p>Send the token of <code>POST /user/login</code> as <code>X-Token</code>. Lists take <code>filter</code>,
<code>sort</code> and <code>range</code> as JSON, or a <code>cursor</code>; errors answer <code>{ error, message, requestId, fields? }</code>.
For programs: <a href="/openapi.json">/openapi.json</a>.</p>
<p>The <a href="#discovery-api">Discovery API</a> for partners is below.</p>
${sectionsOf(console)}`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function anchor({ prefix }: Part, name: string): string {
  return prefix + name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

function linksOf(part: Part): string {
  const names = [...part.api.tags.map(({ name }) => name), shapes]
  return names.map((name) => `<a href="#${anchor(part, name)}">${escape(name)}</a>`).join('')
}

const shapes = 'Shapes'

function sectionsOf(part: Part): string {
  const calls = Object.entries(part.api.paths).flatMap(([path, { parameters: ofPath = [], ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => {
      const parameters = [...ofPath, ...(operation.parameters ?? [])]
      return { path, method, operation: { ...operation, parameters } }
    }),
  )
  const byTag = Map.groupBy(calls, ({ operation }) => operation.tags[0])
  const sections = part.api.tags.map(
    ({ name, description }) => `
    <section><h3 id="${anchor(part, name)}">${escape(name)}</h3><p>${escape(description)}</p>
    ${(byTag.get(name) ?? []).map((call) => callOf(part, call)).join('')}</section>`,
  )
  const named = Object.entries(part.api.components.schemas).map(
    ([name, schema]) =>
      `<details id="${shapeAnchor(part, name)}"><summary>${escape(name)}</summary>${fields(part, schema)}</details>`,
  )
  return `${sections.join('')}
    <section><h3 id="${anchor(part, shapes)}">${shapes}</h3>${named.join('')}</section>`
}

function callOf(
  part: Part,
  {
    path,
    method,
    operation,
  }: { path: string; method: string; operation: Operation & { parameters: readonly Parameter[] } },
): string {
  const { parameters: named, responses: answers, requestBodies: bodies } = part.api.components
  const items = operation.parameters
    .map((parameter) => resolved(parameter, named))
    .map(({ name, in: place, description, schema }) => {
      const choices = schema?.['enum']
      // Most descriptions say the choices themselves.
      const isSilent = Array.isArray(choices) && !description?.includes(String(choices[0]))
      const words = [description ?? '', isSilent ? `One of ${choices.join(', ')}` : ''].filter(Boolean)
      return `<li><code>${escape(name)}</code> in ${escape(place)}${words.length === 0 ? '' : `: ${escape(words.join('. '))}`}</li>`
    })
  const body = operation.requestBody && resolved(operation.requestBody, bodies).content?.['application/json']
  const [status, success] = Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? []
  const answer = success && resolved(success, answers).content?.['application/json']
  return `<details><summary><code class="${method}">${method.toUpperCase()}</code> <code>${escape(path.replace(/\{([^}]+)\}/g, ':$1'))}</code>
    <span>${escape(operation.summary)}</span> <small>${escape(needsOf(part, operation))}</small></summary>
    ${items.length === 0 ? '' : `<h4>Parameters</h4><ul>${items.join('')}</ul>`}
    ${body ? `<h4>Body</h4>${fields(part, body.schema)}` : ''}
    ${answer ? `<h4>Answers ${status}</h4>${fields(part, answer.schema)}` : ''}
  </details>`
}

function needsOf({ isKeyed }: Part, operation: Operation): string {
  const { 'x-access': access, 'x-scope': scope } = operation
  if (operation.security?.length === 0) return 'public'
  if (isKeyed) return `an API key${scope === undefined ? '' : ` with ${scope}`}`
  if (access === undefined) return 'signed-in'
  const [object, action] = access.split(':')
  return `${action} on ${object === '{resource}' ? 'the resource’s object' : object}`
}

function resolved<Part extends { readonly $ref?: string }>(part: Part, of: Readonly<Record<string, Part>> = {}): Part {
  return part.$ref === undefined ? part : (of[nameIn(part.$ref)] ?? part)
}

function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? ''
}

const shapeAnchor = (part: Part, name: string) => anchor(part, `shape-${name}`)

function fields(part: Part, schema: Json): string {
  const inner = schema['type'] === 'array' ? (schema['items'] as Json) : schema
  const properties = inner['properties'] as Readonly<Record<string, Json>> | undefined
  if (!properties) return `<p>${typeWords(part, schema)}</p>`
  const required = new Set(inner['required'] as readonly string[] | undefined)
  const rows = Object.entries(properties).map(
    ([name, property]) =>
      `<tr><td><code>${escape(name)}</code>${required.has(name) ? ' *' : ''}</td><td>${typeWords(part, property)}</td></tr>`,
  )
  return `${schema['type'] === 'array' ? '<p>A list of</p>' : ''}<table><tbody>${rows.join('')}</tbody></table>`
}

/** A type in words, as HTML: a shape with a name is a link to it. */
function typeWords(part: Part, schema: Json): string {
  const { $ref: reference, anyOf, oneOf = anyOf, enum: choices, type, items, format } = schema
  if (typeof reference === 'string')
    return `<a href="#${shapeAnchor(part, nameIn(reference))}">${escape(nameIn(reference))}</a>`
  if (Array.isArray(oneOf)) return oneOf.map((one: Json) => typeWords(part, one)).join(' or ')
  if (Array.isArray(choices)) return escape(choices.map((value) => JSON.stringify(value)).join(' | '))
  if (type === 'array') return `list of ${typeWords(part, (items as Json | undefined) ?? {})}`
  const limits = [
    ['maxLength', 'at most', 'characters'],
    ['minimum', 'from', ''],
    ['maximum', 'to', ''],
  ].flatMap(([key = '', before, after]) =>
    schema[key] === undefined ? [] : [`${before} ${String(schema[key])} ${after}`.trim()],
  )
  const kind = Array.isArray(type) ? type.join(' or ') : String(type ?? 'any')
  return escape([[kind, format].filter(Boolean).join(' '), ...limits].join(', '))
}

const style = `:root{color-scheme:light dark}body{margin:0;font:14px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:220px 1fr}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:16px;box-sizing:border-box;display:flex;flex-direction:column;gap:6px;border-right:1px solid #8884}
main{padding:8px 28px 60px;max-width:900px}a{color:inherit}details{border:1px solid #8884;border-radius:8px;margin:6px 0;padding:6px 12px}
summary{cursor:pointer}summary small{opacity:.75}h4{font-size:13px;margin:12px 0 2px}table{border-collapse:collapse}td{padding:2px 14px 2px 0;vertical-align:top}
nav strong:not(:first-child){margin-top:12px}
.get{color:#1f6f43}.post{color:#1c4fa0}.put,.patch{color:#7a5200}.delete{color:#a32020}
@media (prefers-color-scheme:dark){.get{color:#7fd3a4}.post{color:#8fbcff}.put,.patch{color:#f0c46c}.delete{color:#ff9c9c}}
@media (max-width:700px){body{display:block}nav{position:static;height:auto;flex-flow:row wrap}}`
