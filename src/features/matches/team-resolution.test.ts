import { describe, expect, it } from 'vitest'
import { coreName, likenessOf, plainName } from './team-names.ts'
import type { KnownTeam, Meeting } from './team-resolution.ts'
import { resolveTeams } from './team-resolution.ts'

const day = (n: number) => `2026-08-${String(n).padStart(2, '0')}`
const meeting = (home: string, away: string, n: number): Meeting => ({ home, away, day: day(n) })
const team = (id: number, name: string, variations: string[] = [], countryId: number | null = null): KnownTeam => ({
  id,
  name,
  variations,
  countryId,
})
const summary = (meetings: readonly Meeting[], teams: readonly KnownTeam[] = [], countryId: number | null = null) =>
  Object.fromEntries(
    resolveTeams(meetings, teams, countryId, []).map(({ spellings, state, performerId }) => [
      spellings.map(({ text }) => text).join(' = '),
      [state, performerId],
    ]),
  )

describe('names of teams', () => {
  it.each([
    ['Málaga Norte CF', 'malaga norte', 'malaga norte cf'],
    ['1. FC Østby 1904', '1 ostby', '1 fc ostby 1904'],
    ['A.C. Ferroviário', 'ferroviario', 'ac ferroviario'],
    ['FC Calcio', 'fc calcio', 'fc calcio'],
    ['Brook & Vale', 'brook vale', 'brook and vale'],
  ])('%s comes down to %s', (name, core, plain) => {
    expect([coreName(name), plainName(name)]).toEqual([core, plain])
  })

  it.each([
    ['Port Amber', 'PORT AMBER', 'same'],
    ['Port Amber FC', 'Port Amber AFC', 'form'],
    ['Port Amber', 'Port Amber Wanderers', 'part'],
    ['Harchester Utd', 'Harchester United', 'short'],
    ['Har United', 'Harchester United FC', 'short'],
    ['PSA', 'Port Saint Amber', 'initials'],
    ['Harchaster United', 'Harchester United', 'spelling'],
    ['Betisford', 'Real Betisford', 'part'],
    ['Ath Harchester', 'Atlético de Harchester', 'short'],
    ['Harches', 'Harchester Wanderers', 'short'],
    ['Bayern de Múnich', 'FC Bayern München', 'short'],
    ['Friburgo', 'SC Freiburg', 'spelling'],
    ['Maguncia 05', '1. FSV Mainz 05', 'spelling'],
  ] as const)('%s and %s are alike: %s', (a, b, why) => {
    expect([likenessOf(a, b)?.why, likenessOf(b, a)?.why]).toEqual([why, why])
  })

  it.each([
    ['Harchester City', 'Harchester United'],
    ['Amber United', 'Vale United'],
    ['Amber Athletic', 'Amber Albion'],
    ['Union Vale', 'Vale Rovers'],
    ['Valencia', 'Vale Rovers'],
    ['Portland', 'Portsmouth'],
    ['Portsmouth', 'Port Amber'],
  ])('%s and %s are not', (a, b) => {
    expect(likenessOf(a, b)).toBeNull()
  })
})

describe('the teams of a file', () => {
  it('takes spellings that differ in the legal form alone for one team, and keeps every one of them', () => {
    expect(
      summary([
        meeting('Port Amber FC', 'Vale Rovers', 1),
        meeting('Vale Rovers FC', 'Port Amber', 8),
        meeting('Port Amber FC', 'Vale Rovers FC', 15),
        meeting('Vale Rovers FC', 'Port Amber FC', 22),
      ]),
    ).toEqual({
      'Port Amber FC = Port Amber': ['new', null],
      'Vale Rovers FC = Vale Rovers': ['new', null],
    })
  })

  it('never takes two for one that meet or play on the same day', () => {
    expect(summary([meeting('Amber FC', 'Amber SC', 1)])).toEqual({
      'Amber FC': ['new', null],
      'Amber SC': ['new', null],
    })
    expect(summary([meeting('Amber FC', 'Vale', 1), meeting('Amber SC', 'Dale', 1)])).toMatchObject({
      'Amber FC': ['new', null],
      'Amber SC': ['new', null],
    })
  })

  it('recognises teams by their name, a variation or another legal form', () => {
    const teams = [team(1, 'Port Amber'), team(2, 'Vale Rovers', ['The Rovers of Vale'])]
    expect(summary([meeting('Port Amber FC', 'The Rovers of Vale', 1)], teams)).toEqual({
      'Port Amber FC': ['spelling', 1],
      'The Rovers of Vale': ['known', 2],
    })
  })

  it('asks about what is merely alike, and about a namesake from elsewhere', () => {
    const [found] = resolveTeams([meeting('Harchester Utd', 'Zebra', 1)], [team(1, 'Harchester United')], null, [])
    expect(found).toMatchObject({ state: 'unsure', performerId: null, candidates: [{ performerId: 1, why: 'short' }] })
    expect(summary([meeting('Port Amber', 'Zebra', 1)], [team(1, 'Port Amber', [], 7)], 8)).toMatchObject({
      'Port Amber': ['unsure', null],
    })
    expect(summary([meeting('Port Amber', 'Zebra', 1)], [team(1, 'Port Amber', [], 8)], 8)).toMatchObject({
      'Port Amber': ['known', 1],
    })
  })

  it('asks where two teams here have the name, and does not where another of the file is sure to be the one', () => {
    expect(summary([meeting('Port Amber', 'Zebra', 1)], [team(1, 'Port Amber'), team(2, 'Port Amber')])).toMatchObject({
      'Port Amber': ['unsure', null],
    })
    // Amber Town plays on the same day as Amber, which is here: so it is another one.
    expect(
      summary([meeting('Amber', 'Zebra', 1), meeting('Amber Town', 'Quagga', 1)], [team(1, 'Amber')]),
    ).toMatchObject({ 'Amber': ['known', 1], 'Amber Town': ['new', null] })
  })

  it('heeds answers: this one, a new one, the same as another of the file', () => {
    const meetings = [meeting('Harchester Utd', 'Zebra', 1), meeting('Zebras', 'Harchester Utd', 9)]
    const teams = [team(1, 'Harchester United')]
    const told = (answers: Parameters<typeof resolveTeams>[3]) =>
      resolveTeams(meetings, teams, null, answers).map(({ spellings, state, performerId }) => [
        spellings.map(({ text }) => text).join(' = '),
        state,
        performerId,
      ])
    expect(told([{ spelling: 'Harchester Utd', performerId: 1 }])).toContainEqual(['Harchester Utd', 'answered', 1])
    expect(told([{ spelling: 'Harchester Utd', performerId: null }])).toContainEqual([
      'Harchester Utd',
      'answered',
      null,
    ])
    expect(told([{ spelling: 'Zebras', performerId: null, sameAs: 'Zebra' }])).toContainEqual([
      'Zebra = Zebras',
      'new',
      null,
    ])
  })
})
