import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { Implementation, JsonText } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { isSearch } from '../../core/http/searched-read.server.ts'
import { readListAddress } from '../../core/list/list-address.ts'
import { answerList, listCallOf } from '../../core/list/list-call.server.ts'
import { fieldsOfColumns, shownColumns } from '../../core/list/list-fields.ts'
import { parseJson } from '../../core/list/list-parameters.server.ts'
import { listParams } from '../../core/list/list-query.ts'
import { knownFilter, readView, viewKeys } from '../../core/list/saved-views.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { basePathOf, fieldOf } from '../../core/resource/resource.ts'
import { fetchDefaults } from './default-views.server.ts'
import { readOpeningRows } from './saved-views.ts'

type Route = Readonly<Record<string, string | undefined>>

/** Words of a list's address. With others its screen can show something else than the list. */
const words: readonly string[] = ['page', 'view', ...viewKeys]

/**
 * Answers what a list's own screen asks for first, before that screen has loaded. It never refuses: the screen makes the
 * call again and shows what is wrong, and only that call is a refusal of the person.
 */
export function implementOpeningRows({ resources, implementations }: ServerContext): readonly Implementation[] {
  return [
    implement(
      readOpeningRows,
      async ({ query, db, actor, reply }) => {
        const resource = resources.find(
          ({ name, operations }) => name === query.resource && operations.includes('list'),
        )
        const route = Object.fromEntries(new URLSearchParams(query.view === 'default' ? '' : query.view))
        if (!resource || Object.keys(route).some((key) => !words.includes(key))) return void reply.code(204).send()
        try {
          const isDefault = Object.keys(route).length === 0
          const choice = isDefault
            ? (await fetchDefaults(db, actor, resources)).find(
                (one) => one.resource === resource.name && one.list === query.list,
              )
            : undefined
          const opened = choice ? choice.view?.query : isDefault ? query.opens : undefined
          const asked = openingCall(
            resource,
            opened === undefined ? route : readView(resource, parsed(opened)).params,
            query,
          )
          if (isSearch(asked)) return void reply.code(204).send()
          const { body, headers } = await answerList(listCallOf(implementations(), resource), actor, db, asked)
          for (const [name, value] of headers) reply.header(name, value)
          reply.header('Content-Location', `${basePathOf(resource)}?${new URLSearchParams(asked).toString()}`)
          return body as JsonText
        } catch (refusal) {
          if (!(refusal instanceof Refusal)) throw refusal
          return void reply.code(204).send()
        }
      },
      { enforcesLimits: true },
    ),
  ]
}

/** The call that the list's screen makes at this address, as it travels. */
function openingCall(
  resource: AnyResource,
  route: Route,
  { filter, fields }: { readonly filter?: string | undefined; readonly fields?: string | undefined },
): Record<string, string> {
  const { query } = readListAddress(resource, route, knownFilter(resource, filter).filter)
  const usual = shownColumns(resource).map(({ key }) => key)
  const columns = [...usual, ...(route['columns'] ?? '').split(',').filter((key) => fieldOf(resource, key))]
  const more: unknown = parseJson('fields', fields ?? '[]')
  const known = Array.isArray(more) ? more.map(String).filter((key) => fieldOf(resource, key)) : []
  return listParams({ ...query, fields: [...new Set([...fieldsOfColumns(resource, columns), ...known])] })
}

function parsed(query: string): Route {
  return Object.fromEntries(new URLSearchParams(query))
}
