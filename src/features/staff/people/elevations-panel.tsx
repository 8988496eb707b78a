import { Button } from '@mantine/core'
import { IconClockShield } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import type { RecordOf } from '../../../core/resource/resource.ts'
import { Chip, cellOf } from '../../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useCommand, useRows } from '../../../ui/resource/client.web.ts'
import { Failure, PanelSkeleton } from '../../../ui/resource/states.tsx'
import { useMay } from '../../../core/browser/session.web.ts'
import { promptBox } from '../../../ui/message-box-store.web.ts'
import { rich } from '../../../ui/rich.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import { confirmFreshSignIn } from '../../../ui/resource/fresh-sign-in.web.ts'
import classes from './admin-users.module.css'
import { adminUsers } from './admin-users.ts'
import { approveElevation, endElevation, refuseElevation } from './elevation-commands.ts'
import { elevations } from './elevations.ts'
import { Moment } from './session-list.tsx'
import { inHours } from './staff-messages.ts'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

const GrantDialog = lazy(async () => ({ default: (await import('./grant-dialog.tsx')).GrantDialog }))

export type Elevation = RecordOf<typeof elevations>
const refresh = [elevations, adminUsers] as const

/** A staff member's granted and requested temporary access, newest first, with the actions to answer and revoke. */
export function ElevationsPanel({ person }: { person: AnyRecord }) {
  const mayManage = useMay()('manage-staff', 'users')
  const [isGranting, setGranting] = useState(false)
  const list = useRows(elevations, { filter: { staffId: person.id }, range: [0, 19] })
  const name = String(person['name'])
  return (
    <section className={classes['panel']} aria-label={t('Elevated access')}>
      <div className={classes['panelHead']}>
        <h2>{t('Elevated access')}</h2>
        {mayManage && person['status'] === 'active' && person['role'] !== 'admin' && (
          <Button
            variant="default"
            onClick={() => void confirmFreshSignIn(t('lend permissions')).then((isFresh) => setGranting(isFresh))}
          >
            {t('Grant for a time')}
          </Button>
        )}
      </div>
      {list.error ? (
        <Failure error={list.error} onRetry={() => void list.refetch()} what={t('Elevations')} />
      ) : !list.data ? (
        <PanelSkeleton />
      ) : list.data.rows.length === 0 ? (
        <p className={classes['quiet']}>{t('No temporary access for {name}, and no requests.', { name })}</p>
      ) : (
        <ElevationList elevations={list.data.rows} mayAnswer={mayManage} />
      )}
      {isGranting && (
        <Suspense>
          <GrantDialog person={person} onClose={() => setGranting(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** Elevations with their reasons; those that wait can be answered, those that run can be taken back. */
export function ElevationList({
  elevations: rows,
  mayAnswer,
  withPerson = false,
}: {
  elevations: readonly Elevation[]
  mayAnswer: boolean
  withPerson?: boolean
}) {
  const approve = useCommand(approveElevation, { refresh })
  const refuse = useCommand(refuseElevation, { refresh })
  const end = useCommand(endElevation, { refresh })
  const isBusy = [approve, refuse, end].some(({ isPending }) => isPending)

  async function run(
    command: typeof approve,
    { id }: Elevation,
    done: string,
    input: { answer?: string } = {},
  ): Promise<void> {
    const answer = await command.mutateAsync({ params: { id }, input }).catch(() => null)
    if (answer) toast.success(done)
  }

  async function grant(row: Elevation): Promise<void> {
    if (!(await confirmFreshSignIn(t('lend permissions')))) return
    await run(
      approve,
      row,
      t('{title} has the permissions of {roleName}', { title: row.staff.title, roleName: roleTitle(row.roleName) }),
    )
  }

  async function decline(row: Elevation): Promise<void> {
    const answer = await promptBox(
      t('{title} will see this. Optional.', { title: row.staff.title }),
      t('Refuse {roleName} to {title}?', { roleName: roleTitle(row.roleName), title: row.staff.title }),
      { confirmText: t('Refuse'), placeholder: t('Why') },
    )
    if (answer.action === 'confirm') await run(refuse, row, t('Request refused'), { answer: answer.value })
  }

  return (
    <ul className={classes['items']}>
      {rows.map((row) => (
        <li key={row.id} className={classes['item']}>
          <IconClockShield size={18} aria-hidden />
          <div>
            <div className={classes['head']}>
              <strong>
                {withPerson && `${row.staff.title}: `}
                {t('{roleName} for {inHours}', { roleName: roleTitle(row.roleName), inHours: inHours(row.minutes) })}
              </strong>
              {cellOf('state', elevations.fields.state, row)}
              {row.endedBecause && <Chip>{cellOf('endedBecause', elevations.fields.endedBecause, row)}</Chip>}
            </div>
            <p>
              <q>{row.reason}</q>
            </p>
            <p>
              <Course row={row} />
            </p>
            {row.answer && <p>{rich('Answer: {answer}', { answer: <q>{row.answer}</q> })}</p>}
          </div>
          {mayAnswer && (
            <AnswerButtons
              state={row.state}
              isBusy={isBusy}
              onGrant={() => void grant(row)}
              onRefuse={() => void decline(row)}
              onTakeBack={() => void run(end, row, t('Permissions revoked'))}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

interface AnswerButtonsProps {
  readonly state: Elevation['state']
  readonly isBusy: boolean
  readonly onGrant: () => void
  readonly onRefuse: () => void
  readonly onTakeBack: () => void
}

function AnswerButtons({ state, isBusy, onGrant, onRefuse, onTakeBack }: AnswerButtonsProps) {
  return (
    <div className={classes['side']}>
      {state === 'open' && (
        <>
          <Button size="compact-sm" disabled={isBusy} onClick={onGrant}>
            {t('Grant')}
          </Button>
          <Button size="compact-sm" variant="default" disabled={isBusy} onClick={onRefuse}>
            {t('Refuse')}
          </Button>
        </>
      )}
      {state === 'active' && (
        <Button size="compact-sm" variant="default" disabled={isBusy} onClick={onTakeBack}>
          {t('Revoke')}
        </Button>
      )}
    </div>
  )
}

/** Who requested it, who decided, and when it ends. */
function Course({ row }: { row: Elevation }) {
  const asked = { name: row.requestedBy ?? t('A colleague'), when: <Moment at={row.requestedAt} /> }
  const decided =
    row.decidedBy !== row.requestedBy && row.decidedBy && row.decidedAt
      ? { name: row.decidedBy, when: <Moment at={row.decidedAt} /> }
      : null
  return (
    <>
      {row.decision === 'granted' && row.requestedBy === row.decidedBy
        ? rich('{name} granted it {when}', asked)
        : rich('{name} asked {when}', asked)}
      {decided && (
        <>
          ;{' '}
          {row.decision === 'granted'
            ? rich('{name} granted it {when}', decided)
            : rich('{name} refused it {when}', decided)}
        </>
      )}
      {row.endsAt && row.state === 'active' && <>; {rich('ends {when}', { when: <Moment at={row.endsAt} /> })}</>}
      {row.endedAt && <>; {rich('ended {when}', { when: <Moment at={row.endedAt} /> })}</>}
    </>
  )
}
