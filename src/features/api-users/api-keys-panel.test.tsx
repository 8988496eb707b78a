import { afterEach, expect, it } from 'vitest'
import { http } from '../../core/browser/http-client.web.ts'
import { click, closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { ApiKeysPanel } from './api-keys-panel.tsx'
import { listApiKeys, revokeApiKey } from './api-user.endpoints.ts'

afterEach(closeScreen)

it('a key that can’t be revoked says why', async () => {
  const shown: string[] = []
  http.presentFailuresWith({ showError: (text) => shown.push(text) })
  const key = { id: 3, prefix: 'mq', lastFour: '1234', state: 'active', createdAt: '2026-11-01T10:00:00Z' }
  const screen = await openScreen(<ApiKeysPanel user={{ id: 4, version: 1 }} mayManage />, {
    [`GET ${listApiKeys.path.replace(':id', '4')}`]: [key],
    [`${revokeApiKey.method} ${revokeApiKey.path.replace(':id', '4').replace(':keyId', '3')}`]: Response.json(
      { message: 'This key was revoked before.' },
      { status: 409 },
    ),
  })
  await click(screen.find('[aria-label="Revoke mq…1234"]'))
  await click(screen.all('button').findLast(({ textContent }) => textContent === 'Revoke') as HTMLElement)
  expect(shown).toEqual(['This key was revoked before.'])
})
