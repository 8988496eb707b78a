import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { madrid } from './testing/places.server.ts'
import type { ZoneChange } from './zone-changes.ts'
import { maker } from '../../../core/testing/make.server.ts'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'
import { admin, data, idOf, run, servePlaces, server, spain } from './testing/place-records.server.ts'

servePlaces()

describe('a city in another zone', () => {
  it('takes performances to come along into another zone by a job, leaves what its clocks skip, and reports both', async () => {
    const countryId = await spain()
    // London's clocks jump from 1 to 2, Lisbon's at the same moment; Madrid's from 2 to 3.
    const cityId = idOf(
      await admin.post(`${data}/cities`, { ...madrid(), countryId, latitude: 42.2, longitude: -8.72 }),
    )
    await run(sql`update cities set time_zone = 'Europe/Lisbon' where id = ${cityId}`)
    const {
      rows: [venue],
    } = await run(sql<{ id: number }>`
      insert into venues (name, slug, city_id, latitude, longitude, time_zone, capacity) values ('Hall', ${`hall-${cityId}`}, ${cityId}, 42.2, -8.72, 'Europe/Lisbon', 500) returning id`)
    const {
      rows: [event],
    } = await run(sql<{ id: number }>`
      insert into events (name, slug, type, venue_id, city_id, provider_id, locale)
      select 'Night', ${`night-${cityId}`}, 'concert', ${venue?.id}, ${cityId}, id, 'es' from providers limit 1 returning id`)
    const performance = (date: string, time: string, startsAt: string) =>
      run(sql`
      insert into performances (event_id, venue_id, city_id, local_date, local_time, time_zone, starts_at, duration_minutes, capacity, available, currency)
      values (${event?.id}, ${venue?.id}, ${cityId}, ${date}, ${time}, 'Europe/Lisbon', ${startsAt}, 90, 500, 500, 'EUR')`)
    await performance('2020-06-01', '20:00', '2020-06-01T19:00:00Z')
    await performance('2099-06-01', '20:00', '2099-06-01T19:00:00Z')
    await performance('2099-03-29', '02:30', '2099-03-29T01:30:00Z')
    expect((await admin.patch(`${data}/cities/${cityId}`, { timeZone: 'Europe/Madrid' })).status).toBe(200)
    await server.runJob('move-zones')

    const { rows } = await run(
      sql`select time_zone, starts_at from performances where event_id = ${event?.id} order by starts_at`,
    )
    expect(rows).toEqual([
      { time_zone: 'Europe/Lisbon', starts_at: '2020-06-01T19:00:00.000Z' },
      { time_zone: 'Europe/Lisbon', starts_at: '2099-03-29T01:30:00.000Z' },
      { time_zone: 'Europe/Madrid', starts_at: '2099-06-01T18:00:00.000Z' },
    ])
    const {
      changes: [report],
    } = (await admin.get(`${data}/cities/${cityId}/zone-changes`)).body as { changes: ZoneChange[] }
    expect(report).toMatchObject({
      from: 'Europe/Lisbon',
      to: 'Europe/Madrid',
      changed: 1,
      venues: 1,
      skipped: [{ event: 'Night', local: '2099-03-29T02:30' }],
    })
    expect(report?.finishedAt).not.toBeNull()
    expect((await admin.get(`${data}/venues/${venue?.id}`)).body).toMatchObject({ timeZone: 'Europe/Madrid' })
  })

  it('takes venues and products into another zone that were in its own, and leaves those whose zone was set on purpose', async () => {
    const countryId = await spain()
    const cityId = idOf(
      await admin.post(`${data}/cities`, { ...madrid(), countryId, latitude: 42.2, longitude: -8.72 }),
    )
    await run(sql`update cities set time_zone = 'Europe/Lisbon' where id = ${cityId}`)
    const records = maker(server.database.kysely, resources, examples)
    for (const name of ['venues', 'products'])
      for (const timeZone of ['Europe/Lisbon', 'Atlantic/Azores']) await records.make(name, { cityId, timeZone })
    expect((await admin.patch(`${data}/cities/${cityId}`, { timeZone: 'Europe/Madrid' })).status).toBe(200)
    await server.runJob('move-zones')

    for (const table of ['venues', 'products']) {
      const { rows } = await run(
        sql<{ zone: string }>`select time_zone as zone from ${sql.table(table)} where city_id = ${cityId} order by id`,
      )
      expect(rows.map(({ zone }) => zone)).toEqual(['Europe/Madrid', 'Atlantic/Azores'])
    }
    const { changes } = (await admin.get(`${data}/cities/${cityId}/zone-changes`)).body as { changes: ZoneChange[] }
    expect(changes).toMatchObject([{ venues: 1, products: 1 }])
  })
})
