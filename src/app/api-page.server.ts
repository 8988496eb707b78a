import type { FastifyInstance } from 'fastify'
import { withApiKeys } from '../areas/discovery/discovery-document.server.ts'
import type { Endpoint } from '../kit/endpoint.ts'
import { openApiOf } from '../kit/openapi.server.ts'

/** Serves the API's description: for programs at /openapi.json, for people at /api-reference. */
export function apiDocumentation(server: FastifyInstance, endpoints: readonly Endpoint[], product: string): void {
  // Made on the first request: converting every schema takes longer than the rest of the start.
  let text: string | undefined
  let page: string | undefined
  server.get('/openapi.json', (_request, reply) => {
    text ??= JSON.stringify(withApiKeys(openApiOf(endpoints, product)))
    void reply.type('application/json; charset=utf-8').send(text)
  })
  server.get('/api-reference', (_request, reply) => {
    page ??= referencePage(endpoints, product)
    void reply.type('text/html; charset=utf-8')
      .header('Content-Security-Policy', "default-src 'none'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
      .send(page)
  })
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

interface Operation {
  summary: string
  'x-scope'?: string
  security?: readonly Record<string, unknown>[]
  parameters: { name: string; in: string; description?: string; schema: Record<string, unknown> }[]
  requestBody?: { content: { 'application/json': { schema: Record<string, unknown> } } }
  responses: Record<string, { description: string; content?: { 'application/json'?: { schema: Record<string, unknown> } } }>
}

function referencePage(endpoints: readonly Endpoint[], product: string): string {
  const { paths } = withApiKeys(openApiOf(endpoints, product)) as { paths: Record<string, Record<string, Operation>> }
  const tags = Map.groupBy(endpoints, (endpoint) => endpoint.tag ?? 'Other')
  const operationOf = (endpoint: Endpoint) => paths[endpoint.path.replace(/:([a-zA-Z]+)/g, '{$1}')]?.[endpoint.method.toLowerCase()]
  const sections = [...tags].map(([tag, list]) => `
    <section><h2 id="${escape(anchor(tag))}">${escape(tag)}</h2>${list.map((endpoint) => describe(endpoint, operationOf(endpoint))).join('')}</section>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference - ${escape(product)} Admin</title><style>${style}</style></head><body>
<nav aria-label="Areas"><strong>${escape(product)} Admin API</strong><a href="/openapi.json">openapi.json</a>
${[...tags.keys()].map((tag) => `<a href="#${escape(anchor(tag))}">${escape(tag)}</a>`).join('')}</nav>
<main><h1>API reference</h1><p>Send the token of <code>POST /user/login</code> as <code>X-Token</code>. Lists take <code>filter</code>,
<code>sort</code> and <code>range</code> as JSON, or a <code>cursor</code>; errors answer <code>{ error, message, requestId, fields? }</code>.</p>
<p>The <a href="#discovery-api">Discovery API</a> takes an API user’s key instead, as <code>Authorization: Bearer mk_live_…</code>, and lists <code>{ data, next }</code>:
send <code>next</code> as <code>cursor</code> for the page behind it.</p>
${sections.join('')}</main></body></html>`
}

function anchor(tag: string): string {
  return tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

function describe(endpoint: Endpoint, operation: Operation | undefined): string {
  if (!operation) return ''
  const { access } = endpoint
  const isKeyed = operation.security?.some((scheme) => Object.hasOwn(scheme, 'apiKey'))
  const needs = isKeyed ? `an API key${operation['x-scope'] ? ` with ${operation['x-scope']}` : ''}` : typeof access === 'string' ? access : `${access[1]} on ${access[0]}`
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))
  return `<details><summary><code class="${endpoint.method.toLowerCase()}">${endpoint.method}</code> <code>${escape(endpoint.path)}</code>
    <span>${escape(operation.summary)}</span> <small>${escape(needs)}</small></summary>
    ${operation.parameters.length === 0 ? '' : `<h3>Parameters</h3><ul>${operation.parameters.map(({ name, in: place, description }) => `<li><code>${escape(name)}</code> in ${escape(place)}${description ? `: ${escape(description)}` : ''}</li>`).join('')}</ul>`}
    ${operation.requestBody ? `<h3>Body</h3>${fields(operation.requestBody.content['application/json'].schema)}` : ''}
    ${success?.[1].content?.['application/json'] ? `<h3>Answers ${success[0]}</h3>${fields(success[1].content['application/json'].schema)}` : ''}
  </details>`
}

function fields(schema: Record<string, unknown>): string {
  const inner = schema['type'] === 'array' ? schema['items'] as Record<string, unknown> : schema
  const properties = inner['properties'] as Record<string, Record<string, unknown>> | undefined
  if (!properties) return `<p><code>${escape(typeWords(inner))}</code></p>`
  const required = new Set(inner['required'] as string[] | undefined)
  const rows = Object.entries(properties).map(([name, property]) => `<tr><td><code>${escape(name)}</code>${required.has(name) ? ' *' : ''}</td><td>${escape(typeWords(property))}</td></tr>`)
  return `${schema['type'] === 'array' ? '<p>A list of</p>' : ''}<table><tbody>${rows.join('')}</tbody></table>`
}

function typeWords(schema: Record<string, unknown>): string {
  const either = schema['anyOf'] as Record<string, unknown>[] | undefined
  if (either) return either.map(typeWords).join(' or ')
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ')
  if (schema['type'] === 'array') return `list of ${typeWords(schema['items'] as Record<string, unknown> ?? {})}`
  const limits = [['maxLength', 'at most', 'characters'], ['minimum', 'from', ''], ['maximum', 'to', '']]
    .flatMap(([key = '', before, after]) => (schema[key] === undefined || Math.abs(Number(schema[key])) >= 2 ** 53 - 1 ? [] : [`${before} ${String(schema[key])} ${after}`.trim()]))
  return [[String(schema['type'] ?? 'any'), schema['format']].filter(Boolean).join(' '), ...limits].join(', ')
}

const style = `:root{color-scheme:light dark}body{margin:0;font:14px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:220px 1fr}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:16px;box-sizing:border-box;display:flex;flex-direction:column;gap:6px;border-right:1px solid #8884}
main{padding:8px 28px 60px;max-width:900px}a{color:inherit}details{border:1px solid #8884;border-radius:8px;margin:6px 0;padding:6px 12px}
summary{cursor:pointer}summary small{opacity:.75}h3{font-size:13px;margin:12px 0 2px}table{border-collapse:collapse}td{padding:2px 14px 2px 0;vertical-align:top}
.get{color:#1f6f43}.post{color:#1c4fa0}.put,.patch{color:#7a5200}.delete{color:#a32020}
@media (prefers-color-scheme:dark){.get{color:#7fd3a4}.post{color:#8fbcff}.put,.patch{color:#f0c46c}.delete{color:#ff9c9c}}
@media (max-width:700px){body{display:block}nav{position:static;height:auto;flex-flow:row wrap}}`
