import { describe, expect, it } from 'vitest'
import { filterKeys, sortKeys } from '../list/list-keys.ts'
import type { Filter } from '../list/list-query.ts'
import type { AnyResource } from '../resource/resource.ts'
import { fieldOf } from '../resource/resource.ts'
import { readView, savedViewsPath, viewText } from '../list/saved-views.ts'
import { filterCases } from './expected-lists.ts'
import { sampleOf } from './samples.ts'
import type { Caller, Row, TestContext } from './test-context.server.ts'
import { findings, inShort, pathTo, problemsIn } from './test-context.server.ts'

/** What saved views promise of every list, no matter who defined it. */
export function viewContract(resource: AnyResource, testContext: () => TestContext): void {
  describe('saved views', () => {
    const list = `${resource.name}/list`
    const save = (caller: Caller, name: string, query: string) =>
      caller.post(savedViewsPath, { resource: resource.name, list, name, query })

    async function filterOfEverything(): Promise<Filter> {
      const rows = (await testContext().admin.get(pathTo(resource), { range: [0, 24] })).body as Row[]
      return Object.fromEntries(
        [...filterKeys(resource)].map((key) => {
          const field = fieldOf(resource, key)
          if (!field) throw new Error(`${resource.name} has no ${key}`)
          const [first] = filterCases(
            key,
            field,
            rows,
            sampleOf(key, { ...field, required: true } as typeof field, 997, () => [999_999_999]),
            testContext().timeZone,
          )
          return [key, first?.filter[key]]
        }),
      ) as Filter
    }

    it('keep a condition on every field that can be filtered by, and the list takes it as it was kept', async () => {
      const filter = await filterOfEverything()
      const made = await save(
        testContext().reader,
        'Every filter',
        viewText({ filter: JSON.stringify(filter), columns: resource.list.columns.join(',') }),
      )
      expect(made.status, inShort(made)).toBe(201)
      const { query } = (await testContext().reader.get(`${savedViewsPath}/${(made.body as { id: number }).id}`))
        .body as {
        query: string
      }
      const { params, lost } = readView(resource, Object.fromEntries(new URLSearchParams(query)))
      expect([JSON.parse(params.filter ?? 'null'), params.columns, lost]).toEqual([
        filter,
        resource.list.columns.join(','),
        [],
      ])
      const reply = await testContext().reader.get(pathTo(resource), {
        filter: JSON.parse(params.filter ?? 'null') as unknown,
      })
      expect(reply.status, inShort(reply)).toBe(200)
    })

    it('keep every order that the list can have', async () => {
      const view = (await save(testContext().reader, 'Every order', '')).body as { id: number }
      const orders = [...sortKeys(resource)].flatMap((key) => [key, `-${key}`])
      for (const sort of orders) {
        const reply = await testContext().reader.patch(`${savedViewsPath}/${view.id}`, { query: viewText({ sort }) })
        expect([reply.status, (reply.body as { query?: string }).query], inShort(reply)).toEqual([
          200,
          viewText({ sort }),
        ])
      }
    })

    it('refuse what the list does not have, by its name', async () => {
      const strangers = [
        { filter: '{"nobodyKnows":1}' },
        { sort: 'nobodyKnows' },
        { columns: 'id,nobodyKnows' },
        { nobodyKnows: '1' },
      ]
      expect(
        await findings(strangers, async (params) => {
          const reply = await save(
            testContext().reader,
            'Stranger',
            new URLSearchParams(params as Record<string, string>).toString(),
          )
          return reply.status === 422 && problemsIn(reply)['query']?.includes('nobodyKnows')
            ? undefined
            : inShort(reply)
        }),
      ).toEqual([])
    })

    it('are not stored for people who cannot see the list', async () => {
      const reply = await save(testContext().stranger, 'Not mine', '')
      expect([reply.status, Object.keys(problemsIn(reply))], inShort(reply)).toEqual([422, ['resource']])
    })
  })
}
