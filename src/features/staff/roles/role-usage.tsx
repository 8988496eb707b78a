import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { formatInstant } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { Failure } from '../../../ui/resource/states.tsx'
import type { PermissionNames } from './matrix-labels.ts'
import { permissionTitle } from './matrix-labels.ts'
import type { Granted, PermissionKey } from './permission-draft.ts'
import { keyOf } from './permission-draft.ts'
import { useUsage } from './role-client.web.ts'
import classes from './roles.module.css'
import type { Role } from './roles.ts'

interface RoleUsageProps {
  role: Role
  names: PermissionNames
  /** What the form has ticked at the moment. */
  granted: Granted
  onTakeAway?: (keys: readonly PermissionKey[]) => void
}

const spans = [30, 90, 180, 365]

/** Permissions that no one with the role has used lately, judged by the changes they made. */
export function RoleUsage({ role, names, granted, onTakeAway }: RoleUsageProps) {
  const [days, setDays] = useState(90)
  const { data, error, refetch } = useUsage(role.name, days)
  const of = (verdict: string) => (data?.permissions ?? []).filter((usage) => usage.verdict === verdict)
  const unused = of('unused')
  const stillGiven = unused.map(({ action, object }) => keyOf(action, object)).filter((key) => granted.has(key))
  const latest = of('used')
    .flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
    .sort()
    .at(-1)
  return (
    <section className={classes['card']} aria-labelledby="usage">
      <div className={classes['cardHead']}>
        <h2 id="usage">{t('Unused permissions')}</h2>
        <NativeSelect
          aria-label={t('Within')}
          value={String(days)}
          data={spans.map((span) => ({ value: String(span), label: t('{span} days', { span }) }))}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        />
      </div>
      {error && !data && <Failure error={error} what={t('Usage')} onRetry={() => void refetch()} />}
      {data &&
        (unused.length === 0 ? (
          <p>{t('No unused write permissions in {days} days.', { days })}</p>
        ) : (
          <>
            <p>{t('Not used by this role for {days} days:', { days })}</p>
            <ul className={classes['list']}>
              {unused.map(({ action, object }) => (
                <li key={`${action} ${object}`}>
                  <span>{permissionTitle(names, action, object)}</span>
                </li>
              ))}
            </ul>
            {onTakeAway && stillGiven.length > 0 && (
              <p>
                <Button size="compact-sm" variant="default" onClick={() => onTakeAway(stillGiven)}>
                  {t('Untick {n, plural, one {it} other {these #}}', { n: stillGiven.length })}
                </Button>
              </p>
            )}
          </>
        ))}
      {data && (
        <p className={classes['quiet']}>
          {latest
            ? t('Last change by the role: {latest}. ', { latest: formatInstant(latest) })
            : t('No changes by this role in this time. ')}
          {of('recent').length > 0 && t('{n} granted since then. ', { n: of('recent').length })}
          {of('unknown').length > 0 &&
            t('Read access isn’t tracked ({n, plural, one {# permission} other {# permissions}}).', {
              n: of('unknown').length,
            })}
        </p>
      )}
    </section>
  )
}
