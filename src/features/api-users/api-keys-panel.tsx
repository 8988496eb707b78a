import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Tone } from '../../core/resource/fields.ts'
import { formatInstant } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { confirmFreshSignIn } from '../../ui/resource/fresh-sign-in.web.ts'
import { Failure } from '../../ui/resource/states.tsx'
import { confirmBox } from '../../ui/message-box-store.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { ApiKey } from './api-user.endpoints.ts'
import { listApiKeys, revokeApiKey } from './api-user.endpoints.ts'
import { apiUsers } from './api-users.ts'
import cards from '../../ui/card-table.module.css'
import classes from './api-users.module.css'

const RotateDialog = lazy(async () => ({ default: (await import('./rotate-dialog.tsx')).RotateDialog }))

const states: Readonly<Record<ApiKey['state'], readonly [string, Tone]>> = {
  active: [msg('Active'), 'good'],
  ending: [msg('Active until it expires'), 'warn'],
  ended: [msg('Expired'), 'neutral'],
  revoked: [msg('Revoked'), 'bad'],
}

/** The keys of an API user: how they begin and end, which of them work, and the ways to replace and revoke them. */
export function ApiKeysPanel({ user, mayManage }: { user: AnyRecord; mayManage: boolean }) {
  const [isRotating, setRotating] = useState(false)
  const queries = useQueryClient()
  const { data, error, refetch } = useAnswer(listApiKeys, { params: { id: user.id } })
  const working = data?.filter(({ state }) => state === 'active' || state === 'ending') ?? []

  async function refresh(): Promise<void> {
    await Promise.all([refetch(), queries.invalidateQueries({ queryKey: [apiUsers.name, 'list'] })])
  }
  const { ask, isRevoking } = useRevoking(user, working.length === 1, refresh)

  return (
    <section className={classes['panel']} aria-label={t('Keys')}>
      <div className={classes['head']}>
        <h2>{t('Keys')}</h2>
        {mayManage && (
          <Button variant="default" onClick={() => void confirmFreshSignIn(t('create a key')).then(setRotating)}>
            {working.length > 0 ? t('Rotate key') : t('Create key')}
          </Button>
        )}
      </div>
      {error && <Failure error={error} onRetry={() => void refetch()} what={t('Keys')} />}
      {!data && !error && (
        <p className={classes['quiet']} role="status">
          {t('Loading…')}
        </p>
      )}
      {data?.length === 0 && <p className={classes['quiet']}>{t('No keys yet.')}</p>}
      {data && data.length > 0 && (
        <Keys keys={data} isBusy={isRevoking} onRevoke={mayManage ? (key) => void ask(key) : undefined} />
      )}
      {isRotating && (
        <Suspense>
          <RotateDialog
            id={user.id}
            name={String(user['name'])}
            hasKeys={working.length > 0}
            onClose={() => {
              setRotating(false)
              void refresh()
            }}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Revokes a key after a question, which says so where it is the only one that works. */
function useRevoking(user: AnyRecord, isOnly: boolean, refresh: () => Promise<void>) {
  const revoke = useCommand(revokeApiKey)
  async function ask(key: ApiKey): Promise<void> {
    const warning = t('Calls with it are refused from now on. This can’t be undone.')
    const text = isOnly ? `${warning} ${t('It’s the only active key: their programs stop without it.')}` : warning
    const { action } = await confirmBox(text, t('Revoke {nameOf}?', { nameOf: nameOf(key) }), {
      type: 'warning',
      danger: true,
      confirmText: t('Revoke'),
      cancelText: t('Keep'),
    })
    if (action !== 'confirm') return
    // A failure has been shown by the client already.
    const done = await revoke.mutateAsync({ params: { id: user.id, keyId: key.id } }).catch(() => null)
    if (done) toast.success(t('Key revoked'))
    await refresh()
  }
  return { ask, isRevoking: revoke.isPending }
}

interface KeysProps {
  keys: readonly ApiKey[]
  isBusy: boolean
  /** Undefined for people who cannot. */
  onRevoke: ((key: ApiKey) => void) | undefined
}

function Keys({ keys, isBusy, onRevoke }: KeysProps) {
  return (
    <div className={classes['frame']} tabIndex={0} role="group" aria-label={t('Keys, scrolls sideways')}>
      <table role="table" className={`${cards['cards']} ${classes['table']}`} aria-label={t('Keys, newest first')}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {t('Key')}
            </th>
            <th role="columnheader" scope="col">
              {t('State')}
            </th>
            <th role="columnheader" scope="col">
              {t('Created')}
            </th>
            <th role="columnheader" scope="col">
              {t('Last used')}
            </th>
            <th role="columnheader" scope="col">
              {t('Expires')}
            </th>
            <th role="columnheader" scope="col">
              <span className="visually-hidden">{t('Commands')}</span>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {keys.map((key) => (
            <tr role="row" key={key.id}>
              <td role="cell" className={classes['code']}>
                {nameOf(key)}
              </td>
              <td role="cell" data-corner="">
                <Chip tone={states[key.state][1]}>{t(states[key.state][0])}</Chip>
              </td>
              <td role="cell" data-label={t('Created')}>
                {key.createdBy
                  ? t('{at} by {who}', { at: formatInstant(key.createdAt), who: key.createdBy })
                  : formatInstant(key.createdAt)}
              </td>
              <td role="cell" data-label={t('Last used')}>
                {key.lastUsedAt ? formatInstant(key.lastUsedAt) : t('Never')}
              </td>
              <td role="cell" data-label={t('Expires')}>
                {key.revokedAt ? formatInstant(key.revokedAt) : key.expiresAt ? formatInstant(key.expiresAt) : '–'}
              </td>
              <td role="cell" data-numeric="true">
                {onRevoke && key.state !== 'revoked' && key.state !== 'ended' && (
                  <Button
                    variant="subtle"
                    color="gray"
                    size="compact-xs"
                    aria-label={t('Revoke {nameOf}', { nameOf: nameOf(key) })}
                    disabled={isBusy}
                    onClick={() => onRevoke(key)}
                  >
                    {t('Revoke')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function nameOf({ prefix, lastFour }: ApiKey): string {
  return `${prefix}…${lastFour}`
}
