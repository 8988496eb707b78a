import { readEvents, type EventReader } from '../../../core/testing/event-reader.server.ts'

export type { EventReader }

export interface Told {
  readonly resource: string
  readonly records:
    | readonly {
        readonly id: number
        readonly version: number | null
        readonly action: string
        readonly by: string | null
      }[]
    | null
}

let tabs = 0
export const newTab = () => `tab-of-a-test-${++tabs}`

/** Follows resources as one tab of a person. `headers` says more about the caller, such as when it read what it shows. */
export function follow(
  url: string,
  token: string,
  resources: string,
  tab = newTab(),
  headers: Readonly<Record<string, string>> = {},
): Promise<EventReader> {
  return readEvents(`${url}/rest/data/live/${resources}`, {
    'x-token': token,
    'x-tab': tab,
    'x-background': '1',
    ...headers,
  })
}

/** Waits until a change of one record is reported, and returns it. */
export async function eventFor(reader: EventReader, id: number, action: string, within?: number) {
  const fits = (data: unknown) =>
    (data as readonly Told[]).some(({ records }) =>
      records?.some((record) => record.id === id && record.action === action),
    )
  const told = (await reader.next('changes', fits, within)) as readonly Told[]
  return told.flatMap(({ records }) => records ?? []).find((record) => record.id === id && record.action === action)
}
