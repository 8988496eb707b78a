import { describe, expect, test } from 'vitest'
import { checkRewriteRule } from './rewrite-rule-check.ts'

const draft = {
  scope: 'global',
  providerId: null,
  venueId: null,
  venueConfigurationId: null,
  performanceId: null,
  field: 'section',
  match: 'exact',
  pattern: 'Sunny side',
  action: 'replace',
  replacement: 'Floor 1',
  validFrom: null,
  validUntil: null,
  isEnabled: true,
} as const
const faults = (more: Partial<Parameters<typeof checkRewriteRule>[0]>) =>
  [...checkRewriteRule({ ...draft, ...more })].map(({ field, message }) => `${field}: ${message}`)

const signs = 'Enter letters or digits, not only punctuation.'

describe('a rewrite rule', () => {
  test.each([
    [{}, []],
    [{ pattern: '---' }, [`pattern: ${signs}`]],
    [{ pattern: '---', isEnabled: false }, []],
    [{ pattern: '🎭', match: 'token_map', field: 'note', replacement: 'obstructed' }, [`pattern: ${signs}`]],
    [{ replacement: '$' }, [`replacement: ${signs}`]],
    [{ replacement: 'Floor {n}' }, ['replacement: Only a number range fills in a number.']],
    [{ match: 'number_range', pattern: 'Fl 1-4', replacement: 'Floor {n}' }, []],
    [{ match: 'prefix', replacement: 'Floor $1' }, ['replacement: Only a pattern fills in a group.']],
    [{ match: 'pattern', pattern: 'Fl (\\d+)', replacement: 'Floor $1' }, []],
    [{ match: 'pattern', pattern: '-+', replacement: 'Floor 1' }, []],
    [
      { validFrom: '2026-06-02T00:00:00.000Z', validUntil: '2026-06-01T00:00:00.000Z' },
      ['validUntil: “Ends” must be later than “Starts”.'],
    ],
    [{ action: 'refuse', pattern: '…', replacement: null }, [`pattern: ${signs}`]],
  ] as const)('%j', (more, expected) => expect(faults(more)).toEqual(expected))
})
