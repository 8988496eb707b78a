import { expect, it } from 'vitest'
import { createSecretSealer } from './sealed-secret.server.ts'

const sealer = createSecretSealer('a secret of the installation', 'keys of suppliers')

it('opens what it has sealed, and seals the same secret differently each time', () => {
  const [one, other] = [sealer.seal('clé-1234'), sealer.seal('clé-1234')]
  expect(one).not.toBe(other)
  expect([sealer.open(one), sealer.open(other)]).toEqual(['clé-1234', 'clé-1234'])
  expect(one).not.toContain('1234')
})

it('opens nothing that was changed, or sealed with another secret or for another purpose', () => {
  const sealed = sealer.seal('key')
  const [scheme, iv, text = ''] = sealed.split('.')
  const changed = Buffer.from(text, 'base64url')
  changed[0] = (changed[0] ?? 0) ^ 1
  expect(sealer.open([scheme, iv, changed.toString('base64url')].join('.'))).toBeNull()
  expect(createSecretSealer('another', 'keys of suppliers').open(sealed)).toBeNull()
  expect(createSecretSealer('a secret of the installation', 'others').open(sealed)).toBeNull()
  for (const broken of ['', 'v1', 'v1.a.b', 'v2.a.b', 'not sealed']) expect(sealer.open(broken)).toBeNull()
})
