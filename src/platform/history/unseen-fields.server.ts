import type { Actor } from '../../core/access/access.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { JsonText } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { ParsedList } from '../../core/list/list-query.server.ts'
import { refKey } from '../../core/resource/fields.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'

declare module '../../core/resource/resource.server.ts' {
  interface ResourceServer {
    /** The fields that this reader gets empty. Their history doesn't have them either, and no list is narrowed by them. */
    readonly unseenBy?: (actor: Actor) => readonly string[]
  }
}

type Values = Readonly<Record<string, unknown>>

/** The fields that a reader gets empty, by key. */
export function unseenKeys({ unseenBy }: ResourceServer, actor: Actor): readonly string[] {
  return unseenBy?.(actor) ?? []
}

/** Refuses to narrow a list by a field that the reader doesn't see: the rows that are left would give it away. */
export function assertSeen(server: ResourceServer, actor: Actor, { tests }: Pick<ParsedList, 'tests'>): void {
  const unseen = unseenKeys(server, actor)
  const asked = tests.find(({ key }) => unseen.includes(key))
  if (!asked) return
  const many = t(server.resource.label[1])
  throw invalid({ [asked.key]: t('{many} cannot be filtered by {key}.', { many, key: asked.key }) })
}

/** A call that answers with records, or shows one in a refusal: its readers get the fields that they don't see empty. */
export function withUnseenEmpty(server: ResourceServer, implementation: Implementation): Implementation {
  return {
    ...implementation,
    handle: async (call) => {
      const unseen = unseenKeys(server, call.actor)
      if (unseen.length === 0) return await implementation.handle(call)
      // The record that a reference leads to travels beside its id.
      const empty = [...unseen, ...unseen.map(refKey)]
      const shown = (record: unknown): Values =>
        // Boundary: records as the core answers them.
        Object.fromEntries(
          Object.entries(record as Values).map(([key, value]) => [key, empty.includes(key) ? null : value]),
        )
      try {
        const answer = await implementation.handle(call)
        if (!(answer instanceof JsonText)) return shown(answer)
        return new JsonText(JSON.stringify((JSON.parse(answer.text) as unknown[]).map(shown)))
      } catch (error) {
        if (!(error instanceof Refusal) || !error.current) throw error
        const { status, message, code, headers, current } = error
        throw new Refusal(status, message, { error: code, headers, current: shown(current) })
      }
    },
  }
}
