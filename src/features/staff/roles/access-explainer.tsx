import { NativeSelect } from '@mantine/core'
import { formatInstant } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { limitWords } from '../../../core/access/limits.ts'
import { Failure } from '../../../ui/resource/states.tsx'
import { useRouteQuery } from '../../../ui/navigation.tsx'
import { rich } from '../../../ui/rich.tsx'
import type { Explanation } from './access-explanation.ts'
import { useCityTitles } from './city-titles.web.ts'
import type { PermissionNames } from './matrix-labels.ts'
import { objectTitle, wordOf } from './matrix-labels.ts'
import { useActions, useExplanation, useObjects, usePermissions } from './role-client.web.ts'
import type { ConsoleUser } from './role-users.ts'
import classes from './roles.module.css'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

/** Explains why a user can or can't do something. The question is in the URL, so that the answer can be shared. */
export function AccessExplainer({ user }: { user: ConsoleUser }) {
  const [{ action = '', object = '' }, patch] = useRouteQuery()
  const actions = useActions()
  const objects = useObjects()
  const { data, error, refetch } = useExplanation(user.email, action, object)
  return (
    <section className={classes['card']} aria-labelledby="explainer">
      <h2 id="explainer">{t('Check access')}</h2>
      <div className={classes['fields']}>
        <NativeSelect
          label={t('Action')}
          value={action}
          data={[
            { value: '', label: t('Choose an action') },
            ...(actions.data ?? []).map(({ name, label }) => ({ value: name, label: wordOf(name, label) })),
          ]}
          onChange={(event) => patch({ action: event.currentTarget.value }, { replace: true })}
        />
        <NativeSelect
          label={t('Object')}
          value={object}
          data={[
            { value: '', label: t('Choose an object') },
            ...(objects.data ?? []).map(({ name, label }) => ({
              value: name,
              label,
            })),
          ]}
          onChange={(event) => patch({ object: event.currentTarget.value }, { replace: true })}
        />
      </div>
      <div aria-live="polite">
        {error && <Failure error={error} what={t('Answer')} onRetry={() => void refetch()} />}
        {data && action !== '' && object !== '' && <Verdict answer={data} />}
      </div>
      <Permissions role={user.role} names={{ objects: objects.data ?? [], actions: actions.data ?? [] }} />
    </section>
  )
}

function Verdict({ answer }: { answer: Explanation }) {
  return (
    <div className={classes['verdict']} data-allowed={answer.isAllowed} role="group" aria-label={t('Answer')}>
      <p>
        <strong>{answer.isAllowed ? t('Yes.') : t('No.')}</strong> {answer.because.join(' ')}
      </p>
      {answer.from && (
        <p>
          <Giver from={answer.from} />
        </p>
      )}
      {answer.opens.length > 0 ? (
        <details>
          <summary>{t('What it opens ({n})', { n: answer.opens.length })}</summary>
          <ul>
            {answer.opens.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </details>
      ) : (
        <p className={classes['quiet']}>{t('This permission has no effect yet.')}</p>
      )}
    </div>
  )
}

/** Everything the role has, object by object. */
function Permissions({ role, names }: { role: string; names: PermissionNames }) {
  const { data } = usePermissions(role === 'admin' ? null : role)
  const titleOf = useCityTitles((data?.permissions ?? []).flatMap(({ limits }) => limits?.cities ?? []))
  if (role === 'admin') return <p className={classes['quiet']}>{t('Admins have full access.')}</p>
  if (!data) return null
  const byObject = Map.groupBy(data.permissions, ({ object }) => object)
  return (
    <details>
      <summary>{t('All permissions of {role} ({n})', { role: roleTitle(role), n: data.permissions.length })}</summary>
      <table className={classes['table']}>
        <caption className="visually-hidden">{t('Permissions of {role}', { role })}</caption>
        <tbody>
          {[...byObject].map(([object, permissions]) => (
            <tr key={object}>
              <th scope="row">{objectTitle(names, object)}</th>
              <td>
                {permissions
                  .map(({ action, limits }) => {
                    const word = wordOf(action, action)
                    return limits ? `${word} (${limitWords([limits], titleOf)})` : word
                  })
                  .join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function Giver({ from: { role, since, by } }: { from: NonNullable<Explanation['from']> }) {
  const said = {
    role: <a href={`/roles/update/${encodeURIComponent(role)}`}>{roleTitle(role)}</a>,
    since: formatInstant(since),
  }
  return by === null
    ? rich('The permission is on {role} since {since}.', said)
    : rich('The permission is on {role} since {since}, given by {by}.', { ...said, by })
}
